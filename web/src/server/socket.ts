/** A WebSocket that reconnects by itself, with growing delays, and says hello each time. */

export interface SocketHandlers {
  /** What to say first on every new connection; undefined: nothing. */
  hello: () => unknown;
  message: (message: unknown) => void;
  /** True once connected, false when the connection is lost. */
  online: (online: boolean) => void;
  /** The server does not know our token: say hello differently after reconnecting. */
  unknown?: () => void;
  /** There is no such table, or it cannot be opened: reconnecting is pointless. */
  gone?: () => void;
}

/** Short to the end: whoever waits is back within two seconds of the server, and the jitter spreads them. */
const RECONNECT_DELAYS = [250, 500, 1000, 1500];
const PING_INTERVAL = 25_000;
/** Everything we send is answered, so a connection silent for this long is dead, even without a close event. */
const ANSWER_TIMEOUT = 12_000;

export class Socket {
  #handlers: SocketHandlers;
  #url: string;
  #socket: WebSocket | null = null;
  #attempts = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #answerTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(path: string, handlers: SocketHandlers) {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    this.#url = `${scheme}//${location.host}${path}`;
    this.#handlers = handlers;
    this.#open();
    window.addEventListener('online', this.#reconnectNow);
    document.addEventListener('visibilitychange', this.#reconnectNow);
  }

  send(message: unknown): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    this.#answerTimer ??= setTimeout(() => this.#abandon(), ANSWER_TIMEOUT);
    return true;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#reconnectTimer);
    this.#stopTimers();
    window.removeEventListener('online', this.#reconnectNow);
    document.removeEventListener('visibilitychange', this.#reconnectNow);
    this.#socket?.close();
  }

  /** Try again at once. */
  reconnect(): void {
    this.#reconnectNow();
  }

  /** The page is visible again, or the network is back: do not wait out the delay. */
  #reconnectNow = (): void => {
    if (this.#closed || document.visibilityState === 'hidden') return;
    // The connection may have died while the page was hidden: a ping shows it.
    if (this.send({ type: 'ping' }) || this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#reconnectTimer);
    this.#open();
  };

  #stopTimers(): void {
    clearInterval(this.#pingTimer);
    clearTimeout(this.#answerTimer);
    this.#answerTimer = undefined;
  }

  /** Without waiting for the socket's close event: on a dead connection that can take minutes. */
  #abandon(): void {
    const dead = this.#socket;
    this.#socket = null;
    dead?.close();
    this.#lost();
  }

  #lost(): void {
    this.#stopTimers();
    this.#handlers.online(false);
    const delay = RECONNECT_DELAYS[Math.min(this.#attempts, RECONNECT_DELAYS.length - 1)] ?? 1500;
    this.#attempts += 1;
    this.#reconnectTimer = setTimeout(() => this.#open(), delay * (0.75 + Math.random() / 2));
  }

  #open(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#attempts = 0;
      const hello = this.#handlers.hello();
      if (hello !== undefined) this.send(hello);
      this.#handlers.online(true);
      clearInterval(this.#pingTimer);
      this.#pingTimer = setInterval(() => this.send({ type: 'ping' }), PING_INTERVAL);
    };
    socket.onmessage = (event) => {
      if (this.#socket !== socket) return;
      clearTimeout(this.#answerTimer);
      this.#answerTimer = undefined;
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
