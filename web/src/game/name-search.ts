/** Finding a name by what people type: without capitals, and without the marks a keyboard may not have. */

const plain = (text: string): string => text.toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

export function found(name: string, typed: string): boolean {
  return plain(name).includes(plain(typed.trim()));
}
