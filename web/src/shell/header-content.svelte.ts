/** What a page shows in the header instead of its links: at a table the header is its one line of status. */
import type { Snippet } from 'svelte';

let content = $state.raw<Snippet | null>(null);

/** What fills the header now; reactive. */
export function headerContent(): Snippet | null {
  return content;
}

/** Fill the header; the returned function empties it again. */
export function fillHeader(snippet: Snippet): () => void {
  content = snippet;
  return () => {
    if (content === snippet) content = null;
  };
}
