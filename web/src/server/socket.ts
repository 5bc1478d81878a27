/** A socket that comes back by itself, with growing pauses, and says hello each time it does. */

export interface SocketHandlers {
  /** What to say first on every new connection; undefined: nothing. */
  hello: () => unknown;
  message: (message: unknown) => void;
  /** True once connected, false when the line is lost. */
  online: (online: boolean) => void;
  /** The server does not know who we said we are: say hello differently when the line is back. */
  unknown?: () => void;
  /** There is no such table, or it cannot be opened there: coming back is pointless. */
  gone?: () => void;
}

const PAUSES = [250, 500, 1000, 2000, 4000, 8000];
const PING_EVERY = 25_000;
/** Whatever we send is answered: a line that stays silent for so long is dead, even if nobody has said so. */
const ANSWER_WITHIN = 12_000;

export class Socket {
  #handlers: SocketHandlers;
  #url: string;
  #socket: WebSocket | null = null;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(path: string, handlers: SocketHandlers) {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    this.#url = `${scheme}//${location.host}${path}`;
    this.#handlers = handlers;
    this.#open();
    window.addEventListener('online', this.#now);
    document.addEventListener('visibilitychange', this.#now);
  }

  send(message: unknown): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    this.#silence ??= setTimeout(() => this.#giveUp(), ANSWER_WITHIN);
    return true;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#quiet();
    window.removeEventListener('online', this.#now);
    document.removeEventListener('visibilitychange', this.#now);
    this.#socket?.close();
  }

  /** Someone is looking again, or the network is back: do not wait out the pause. */
  #now = (): void => {
    if (this.#closed || document.visibilityState === 'hidden') return;
    // A line may have died while nobody looked: a question shows it.
    if (this.send({ type: 'ping' }) || this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    this.#open();
  };

  #quiet(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#silence);
    this.#silence = undefined;
  }

  /** Not by the socket's own closing: on a dead line that can take minutes. */
  #giveUp(): void {
    const dead = this.#socket;
    this.#socket = null;
    dead?.close();
    this.#lost();
  }

  #lost(): void {
    this.#quiet();
    this.#handlers.online(false);
    const pause = PAUSES[Math.min(this.#tries, PAUSES.length - 1)] ?? 8000;
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#open(), pause * (0.75 + Math.random() / 2));
  }

  #open(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#tries = 0;
      const hello = this.#handlers.hello();
      if (hello !== undefined) this.send(hello);
      this.#handlers.online(true);
      clearInterval(this.#ping);
      this.#ping = setInterval(() => this.send({ type: 'ping' }), PING_EVERY);
    };
    socket.onmessage = (event) => {
      if (this.#socket !== socket) return;
      clearTimeout(this.#silence);
      this.#silence = undefined;
      this.#handlers.message(JSON.parse(String(event.data)));
    };
    socket.onclose = (event) => {
      if (this.#closed || this.#socket !== socket) return;
      if (event.code === 4404 || event.code === 4409) {
        this.close();
        this.#handlers.online(false);
        this.#handlers.gone?.();
        return;
      }
      if (event.code === 4401) this.#handlers.unknown?.();
      this.#lost();
    };
  }
}
