/** Requests to the server: JSON both ways, with our token; refusals are thrown as `Refusal` with a code. */
import { store, stored } from '../shell/storage';
import { contribute } from './deal';
import type {
  Admitted,
  BoardCheck,
  BoardDetail,
  BoardFile,
  BoardList,
  EarthFrame,
  EarthOutlines,
  ErrorBody,
  FirstTickets,
  Joined,
  Leaderboard,
  MyBoards,
  MyGames,
  NewTable,
  Notices,
  NoticeSettings,
  OwnBoard,
  OwnBoardList,
  Person,
  PuzzleDetail,
  PuzzleList,
  RandomBoard,
  RecoveryCodes,
  Replay,
  ReportList,
  ReportPlayer,
  ReportStatus,
  Restriction,
  Result,
  ReviewStatus,
  SavedBoard,
  SeatWish,
  TableForYou,
  TableList,
  Waiting,
  WhatIf,
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

/** Whether the server has said that it does not know our token, and the visitor was not told yet. */
let forgotten = false;

function remember(admitted: Admitted | null): void {
  if (admitted) forgotten = false;
  store(TOKEN, admitted && admitted.token);
  store(PERSON, admitted && JSON.stringify(admitted.person));
}

/** The server does not know this token: forget it, unless another tab has been admitted meanwhile. */
export function forgetToken(unknown: string): void {
  if (token() !== unknown) return;
  remember(null);
  forgotten = true;
}

/** Whether the visitor has to be told that the server no longer knows this browser; true once. */
export function takeForgotten(): boolean {
  const tell = forgotten;
  forgotten = false;
  return tell;
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
 * The visitor's person: a new guest of this name (null: one that the server finds) where there is none yet, or the
 * server no longer knows the guest. An account that it no longer knows has to sign in.
 */
export async function ensurePerson(name: string | null): Promise<Person> {
  const known = person();
  const mine = token();
  if (known && mine) {
    try {
      const me =
        name === null || known.name === name || known.account
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

const admitAgain = async (answer: Promise<Admitted>): Promise<void> => remember(await answer);

export const changePassword = (old: string, fresh: string): Promise<void> =>
  admitAgain(post('/me/password', { old, new: fresh }));
export const recover = (name: string, code: string, password: string): Promise<void> =>
  admitAgain(post('/recover', { name, code, password }));
export const recoveryCodes = (password: string): Promise<RecoveryCodes> => post('/me/recovery', { password });
export const myData = (): Promise<unknown> => get('/me/data');

export async function signOutEverywhere(): Promise<void> {
  await post('/logout/everywhere');
  remember(null);
}

export async function deleteMe(password: string | null): Promise<void> {
  await request('DELETE', '/me', { password });
  remember(null);
}

export const waitingGames = (): Promise<Waiting> => get('/me/waiting');
export const notices = (): Promise<Notices> => get('/me/notices');
export const saveNotices = (settings: NoticeSettings): Promise<Notices> => request('PUT', '/me/notices', settings);
export const subscribe = (endpoint: string, p256dh: string, auth: string): Promise<unknown> =>
  post('/me/notices/subscribe', { endpoint, p256dh, auth });
export const unsubscribe = (endpoint: string): Promise<unknown> => post('/me/notices/unsubscribe', { endpoint });

export const reports = (): Promise<ReportList> => get('/moderation/reports');
export const closeReport = (id: number): Promise<unknown> => post(`/moderation/reports/${id}/close`);
export const restrict = (person: string, what: Restriction['what'], days: number): Promise<unknown> =>
  post(`/moderation/people/${encodeURIComponent(person)}`, { what, days });

const path = (id: string): string => `/tables/${encodeURIComponent(id)}`;

/** The USA board first, then as the server lists them. */
export async function boards(): Promise<BoardList> {
  const list = await get<BoardList>('/boards');
  return { ...list, boards: [...list.boards].sort((a, b) => Number(b.id === 'usa') - Number(a.id === 'usa')) };
}
export const leaderboard = (board: string): Promise<Leaderboard> => get(`/leaderboard/${encodeURIComponent(board)}`);
export const puzzleList = (): Promise<PuzzleList> => get('/puzzles');
export const puzzle = (board: string, number: number): Promise<PuzzleDetail> =>
  get(`/puzzles/${encodeURIComponent(board)}/${number}`);
/** What first tickets are worth; `offer`: ids with commas between them, or '' for none. */
export const firstTickets = (board: string, offer: string): Promise<FirstTickets> =>
  get(`/first-tickets/${encodeURIComponent(board)}${offer ? `?offer=${encodeURIComponent(offer)}` : ''}`);
export const boardDetail = (id: string, hash?: string | null): Promise<BoardDetail> =>
  get(`/boards/${encodeURIComponent(id)}${hash ? `?hash=${encodeURIComponent(hash)}` : ''}`);

const ownBoard = (id: string): string => `/workshop/boards/${encodeURIComponent(id)}`;
export const myBoards = (): Promise<MyBoards> => get('/workshop/boards');
export const sharedBoard = (id: string): Promise<OwnBoard> => get(ownBoard(id));
export const checkBoard = (file: string): Promise<BoardCheck> => post('/workshop/check', { file });
export const saveBoard = (file: string, design: string | null): Promise<SavedBoard> =>
  post('/workshop/boards', { file, design });
export const randomBoard = (wish: RandomBoard): Promise<BoardFile> => post('/workshop/random', wish);
export const outlines = (frame: EarthFrame): Promise<EarthOutlines> => post('/workshop/outlines', frame);
export const deleteDesign = (design: string): Promise<unknown> =>
  request('DELETE', `/workshop/designs/${encodeURIComponent(design)}`);
export const boardFileAddress = (id: string): string => `/api/boards/${encodeURIComponent(id)}/file`;
/** The text of a board's file. */
export async function boardFile(id: string): Promise<string> {
  const answer = await fetch(boardFileAddress(id));
  if (!answer.ok) {
    const { error } = (await answer.json()) as { error: ErrorBody };
    throw new Refusal(error, answer.status);
  }
  return answer.text();
}
export const boardReport = (id: string): Promise<ReportStatus> => get(`${ownBoard(id)}/report`);
export const measureBoard = (id: string): Promise<ReportStatus> => post(`${ownBoard(id)}/report`);
export const stopMeasuring = (id: string): Promise<ReportStatus> => request('DELETE', `${ownBoard(id)}/report`);
export const reportBoard = (id: string, text: string): Promise<unknown> => post(`${ownBoard(id)}/complaint`, { text });
export const newestBoards = (): Promise<OwnBoardList> => get('/moderation/boards');
export const setSharing = (id: string, removed: boolean): Promise<unknown> =>
  post(`/moderation/boards/${encodeURIComponent(id)}`, { removed });

export const lobby = (): Promise<TableList> => get('/tables');
export const myGames = (): Promise<MyGames> => get('/me/games');
export const beginLesson = (lesson: string): Promise<TableForYou> => post(`/lessons/${encodeURIComponent(lesson)}`);
export const createTable = (table: NewTable): Promise<TableForYou> => post('/tables', table);

/** The code of a private table that we were invited to: without a seat, it is the proof of that. */
const invitationKey = (id: string): string => `goldenspike.code.${id}`;
export const invitation = (id: string): string | null =>
  new URLSearchParams(location.search).get('code') ?? stored(invitationKey(id));
const invited = (id: string): string => {
  const code = invitation(id);
  return code === null ? '' : `code=${encodeURIComponent(code)}`;
};

export async function tableByCode(code: string): Promise<TableForYou> {
  const found = await get<TableForYou>(`/codes/${encodeURIComponent(code)}`);
  if (!found.table.public) store(invitationKey(found.table.id), found.table.code);
  return found;
}
export const joinTable = (id: string, seat: number | null, name: string | null = null): Promise<Joined> =>
  post(`${path(id)}/join?${invited(id)}`, { seat, name });
export const leaveTable = (id: string, seat: number): Promise<TableForYou> => post(`${path(id)}/leave`, { seat });
export const chooseColour = (id: string, seat: number, colour: string): Promise<TableForYou> =>
  post(`${path(id)}/colour`, { seat, colour });
export const setSeat = (id: string, seat: number, wish: SeatWish): Promise<TableForYou> =>
  post(`${path(id)}/seat`, { seat, ...wish });
/** Give our seats' numbers to the deal of a table that has not started. */
export const giveNumbers = ({ table, you }: Pick<TableForYou, 'table' | 'you'>): Promise<void> =>
  contribute(table, you, (seat, number) => post(`${path(table.id)}/number`, { seat, number }));

export async function startTable(id: string): Promise<TableForYou> {
  await giveNumbers(await get<TableForYou>(path(id)));
  return post(`${path(id)}/start`);
}
export const rematch = (id: string): Promise<TableForYou> => post(`${path(id)}/rematch`);
export const report = (id: string, complaint: ReportPlayer): Promise<unknown> => post(`${path(id)}/report`, complaint);
export const result = (id: string): Promise<Result> => get(`${path(id)}/result?${invited(id)}`);
const review = (id: string): string => `${path(id)}/review?${invited(id)}`;
export const reviewOf = (id: string): Promise<ReviewStatus> => get(review(id));
export const askReview = (id: string): Promise<ReviewStatus> => post(review(id));
export const stopReview = (id: string): Promise<ReviewStatus> => request('DELETE', review(id));
/** A table of ours that goes on from a step of a finished game. */
export const playOn = (id: string, wish: WhatIf): Promise<TableForYou> =>
  post(`${path(id)}/what-if?${invited(id)}`, wish);
export const replay = (id: string, eyes: number | null): Promise<Replay> =>
  get(`${path(id)}/replay?${invited(id)}${eyes === null ? '' : `&seat=${eyes}`}`);
