/** How many games wait for a move of ours: for the title and the header. */
import { token, waitingGames } from '../server/http';

const EVERY = 60_000;

let count = $state(0);

export function waitingCount(): number {
  return count;
}

async function look(): Promise<void> {
  if (!token()) {
    count = 0;
    return;
  }
  try {
    count = (await waitingGames()).games;
  } catch {
    // The server can't be reached just now: the last count is the best guess.
  }
}

/** Look now, once a minute, and when the page is looked at again; returns how to stop. */
export function watchWaitingGames(): () => void {
  const visible = (): void => {
    if (document.visibilityState === 'visible') void look();
  };
  void look();
  const timer = setInterval(() => void look(), EVERY);
  document.addEventListener('visibilitychange', visible);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', visible);
  };
}
