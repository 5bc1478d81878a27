/** Finds a name by what people type, ignoring case and diacritics. */

const plain = (text: string): string => text.toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

export function found(name: string, typed: string): boolean {
  return plain(name).includes(plain(typed.trim()));
}
