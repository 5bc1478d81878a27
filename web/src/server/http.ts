/** Requests to the server: JSON both ways, with our token; refusals are thrown as `Refusal` with a code. */
import { store, stored } from '../shell/storage';
import type {
  Admitted,
  BoardDetail,
  BoardList,
  ErrorBody,
  Joined,
  Leaderboard,
  MyGames,
  NewTable,
  Person,
  Replay,
  Result,
  SeatWish,
  TableForYou,
  TableList,
} from './types';

const TOKEN = 'goldenspike.token';
const PERSON = 'goldenspike.person';

export class Refusal extends Error {
  constructor(
    readonly error: ErrorBody,
    readonly status: number,
  ) {
    super(error.text);
  }
}

export const token = (): string | null => stored(TOKEN);

function remember(admitted: Admitted | null): void {
  store(TOKEN, admitted && admitted.token);
  store(PERSON, admitted && JSON.stringify(admitted.person));
}

/** The server does not know this token: forget it, unless another tab has been admitted meanwhile. */
export function forgetToken(unknown: string): void {
  if (token() === unknown) remember(null);
}

export function person(): Person | null {
  try {
    return JSON.parse(stored(PERSON) ?? 'null') as Person | null;
  } catch {
    return null;
  }
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  const mine = token();
  if (mine) headers.Authorization = `Bearer ${mine}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal({ code: 'offline', params: {}, text: 'The server cannot be reached.' }, 0);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const error = (answer as { error?: ErrorBody } | null)?.error;
  if (error?.code === 'token_unknown' && mine) {
    forgetToken(mine);
    // Public data needs no token: try again without one.
    if (method === 'GET') return request<T>(method, path);
  }
  throw new Refusal(error ?? { code: 'internal', params: {}, text: response.statusText }, response.status);
}

const get = <T>(path: string): Promise<T> => request<T>('GET', path);
const post = <T>(path: string, body?: unknown): Promise<T> => request<T>('POST', path, body ?? {});

/**
 * The visitor's person: a new guest of this name where there is none yet, or the server no longer knows the guest. An
 * account that it no longer knows has to sign in.
 */
export async function ensurePerson(name: string): Promise<Person> {
  const known = person();
  const mine = token();
  if (known && mine) {
    try {
      const me =
        known.name === name || known.account
          ? await get<Person>('/me')
          : await request<Person>('PATCH', '/me', { name });
      remember({ token: mine, person: me });
      return me;
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || refusal.status !== 401 || known.account) throw refusal;
    }
  }
  const admitted = await post<Admitted>('/guests', { name });
  remember(admitted);
  return admitted.person;
}

async function admit(path: string, name: string, password: string): Promise<Person> {
  const admitted = await post<Admitted>(path, { name, password });
  remember(admitted);
  return admitted.person;
}

export const signUp = (name: string, password: string): Promise<Person> => admit('/accounts', name, password);
export const signIn = (name: string, password: string): Promise<Person> => admit('/login', name, password);

export async function signOut(): Promise<void> {
  try {
    await post('/logout');
  } finally {
    remember(null);
  }
}

const path = (id: string): string => `/tables/${encodeURIComponent(id)}`;

/** The USA board first, then as the server lists them. */
export async function boards(): Promise<BoardList> {
  const list = await get<BoardList>('/boards');
  return { ...list, boards: [...list.boards].sort((a, b) => Number(b.id === 'usa') - Number(a.id === 'usa')) };
}
export const leaderboard = (board: string): Promise<Leaderboard> => get(`/leaderboard/${encodeURIComponent(board)}`);
export const boardDetail = (id: string): Promise<BoardDetail> => get(`/boards/${encodeURIComponent(id)}`);
export const lobby = (): Promise<TableList> => get('/tables');
export const myGames = (): Promise<MyGames> => get('/me/games');
export const createTable = (table: NewTable): Promise<TableForYou> => post('/tables', table);
export const tableByCode = (code: string): Promise<TableForYou> => get(`/codes/${encodeURIComponent(code)}`);
export const joinTable = (id: string, seat: number | null, name: string | null = null): Promise<Joined> =>
  post(`${path(id)}/join`, { seat, name });
export const leaveTable = (id: string, seat: number): Promise<TableForYou> => post(`${path(id)}/leave`, { seat });
export const chooseColour = (id: string, seat: number, colour: string): Promise<TableForYou> =>
  post(`${path(id)}/colour`, { seat, colour });
export const setSeat = (id: string, seat: number, wish: SeatWish): Promise<TableForYou> =>
  post(`${path(id)}/seat`, { seat, ...wish });
export const startTable = (id: string): Promise<TableForYou> => post(`${path(id)}/start`);
export const rematch = (id: string): Promise<TableForYou> => post(`${path(id)}/rematch`);
export const result = (id: string): Promise<Result> => get(`${path(id)}/result`);
export const replay = (id: string, eyes: number | null): Promise<Replay> =>
  get(`${path(id)}/replay${eyes === null ? '' : `?seat=${eyes}`}`);
