/** A client-side router: one reactive location, and links that do not reload the page. */

export interface Place {
  path: string;
  query: URLSearchParams;
}

function read(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

let current = $state.raw<Place>(read());

/** The current address; reactive. */
export function here(): Place {
  return current;
}

/** Navigate to an address of the client; `replace` adds no history entry (for the steps of a slider). */
export function go(to: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  current = read();
  if (!options.replace) {
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }
}

/** Turn plain clicks on our own links into navigation; modified clicks are left to the browser. */
export function followLinks(root: HTMLElement): void {
  window.addEventListener('popstate', () => (current = read()));
  root.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest('a');
    if (!link || link.target || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
