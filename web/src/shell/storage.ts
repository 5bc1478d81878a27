/** Local storage; where nothing may be stored (blocked, full), values last until the page is closed. */
const held = new Map<string, string>();

export function stored(key: string): string | null {
  const here = held.get(key);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the value. */
export function store(key: string, value: string | null): void {
  held.delete(key);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value !== null) held.set(key, value);
  }
}
