/** What the editor's parts share: the document with its history, what is selected, and what the server says of it. */
import { checkBoard, ensurePerson, person, Refusal } from '../../server/http';
import type { BoardProblem } from '../../server/types';
import { boardTitle, type BoardDocument } from './board-document';
import { newDraftId, saveDraft, type Draft } from './drafts';
import * as edits from './edits';
import { closeStep, edited, newHistory, redone, undone, type History } from './history';
import { partsOf, SECTIONS, type Section } from './named-parts';
import { problemTarget, type ProblemTarget, type Tab } from './problem-target';
import { writeFile } from './toml-file';

export type Tool = 'move' | 'place' | 'track' | 'ticket';
export const TOOLS: readonly Tool[] = ['move', 'place', 'track', 'ticket'];
export interface Selection {
  kind: 'place' | 'track' | 'ticket';
  uid: number;
}
export interface PlacedProblem extends ProblemTarget {
  /** The field as the server names it. */
  path: string;
  what: string;
  hint: string;
}

/** After the last edit, before the server is asked. */
const CHECK_AFTER = 600;
const SAVE_AFTER = 400;
const TAB_OF = { place: 'places', track: 'tracks', ticket: 'tickets' } as const;

export class BoardEditor {
  #history = $state.raw<History<BoardDocument>>()!;
  tool = $state<Tool>('place');
  tab = $state<Tab>('places');
  selection = $state.raw<Selection | null>(null);
  /** The place from which a track or ticket is being drawn. */
  from = $state<number | null>(null);
  #found = $state.raw<BoardProblem[] | null>(null);
  /** `good` and `bad` are of the document as it is. */
  check = $state<'waiting' | 'good' | 'bad' | 'unreachable'>('waiting');
  /** Where the keyboard is wanted: a field's name, and a number so that the same can be wanted again. */
  wanted = $state.raw<{ field: string; n: number }>({ field: '', n: 0 });
  /** The named part of the rules whose fields are shown, by its position. */
  openPart = $state.raw<{ section: Section; index: number } | null>(null);
  saved = $state(false);
  readonly draft: string;
  design = $state<string | null>(null);
  published = $state<string | null>(null);

  #checkTimer: ReturnType<typeof setTimeout> | undefined;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(document: BoardDocument, draft: Partial<Draft> = {}) {
    this.#history = newHistory(document);
    this.draft = draft.id ?? newDraftId();
    this.design = draft.design ?? null;
    this.published = draft.published ?? null;
    if (document.places.length > 0) this.tool = 'move';
    this.#changed();
  }

  get document(): BoardDocument {
    return this.#history.present;
  }
  readonly canUndo = $derived.by(() => this.#history.past.length > 0);
  readonly canRedo = $derived.by(() => this.#history.future.length > 0);

  /** Each mistake with the part of the editor where it is. */
  readonly problems = $derived.by((): PlacedProblem[] => {
    const document = this.#history.present;
    return (this.#found ?? []).map((problem) => ({
      path: problem.field,
      what: problem.what,
      hint: problem.hint,
      ...problemTarget(document, problem.field),
    }));
  });

  /** Mistakes of a place, track or ticket, or of a field of the rules. */
  problemsOf(tab: Tab, uid: number | null, field?: string): PlacedProblem[] {
    return this.problems.filter(
      (problem) => problem.tab === tab && problem.uid === uid && (field === undefined || problem.field === field),
    );
  }

  /** Apply an edit; `about` joins edits in a row into one step of undo. */
  edit(change: (document: BoardDocument) => BoardDocument, about = ''): void {
    const before = this.#history.present;
    this.#history = edited(this.#history, change(before), about);
    if (this.#history.present !== before) this.#changed();
  }

  endStep(): void {
    this.#history = closeStep(this.#history);
  }

  undo(): void {
    this.#travel(undone(this.#history));
  }
  redo(): void {
    this.#travel(redone(this.#history));
  }
  #travel(history: History<BoardDocument>): void {
    if (history === this.#history) return;
    this.#history = history;
    this.from = null;
    const { selection, document } = this;
    const list = selection && document[TAB_OF[selection.kind]];
    if (selection && !list?.some(({ uid }) => uid === selection.uid)) this.selection = null;
    this.#changed();
  }

  select(selection: Selection | null): void {
    this.endStep();
    this.selection = selection;
    if (selection) this.tab = TAB_OF[selection.kind];
  }

  choose(tool: Tool): void {
    this.tool = tool;
    this.from = null;
    if (tool !== 'move') this.tab = TAB_OF[tool];
  }

  want(field: string): void {
    this.wanted = { field, n: this.wanted.n + 1 };
  }

  /** Show where a mistake is. */
  show(problem: PlacedProblem): void {
    const kind = ({ places: 'place', tracks: 'track', tickets: 'ticket' } as const)[problem.tab as 'places'];
    this.select(problem.uid !== null && kind ? { kind, uid: problem.uid } : null);
    this.tab = problem.tab;
    const [section, id] = problem.field.split('.');
    const named = problem.tab === 'rules' ? SECTIONS.find((each) => each === section) : undefined;
    if (named) {
      const index = partsOf(this.document, named).findIndex(([part]) => part === id);
      this.openPart = index < 0 ? null : { section: named, index };
    }
    this.want(problem.field);
  }

  addPlace(name: string, x: number, y: number): void {
    const uid = this.document.nextUid;
    this.edit((document) => edits.addPlace(document, name, x, y));
    if (this.document.nextUid !== uid) this.select({ kind: 'place', uid });
  }

  /** The next end of a track or ticket: the first is remembered, the second makes it. */
  pick(uid: number): void {
    const first = this.from === null ? undefined : edits.placeByUid(this.document, this.from);
    if (!first || first.uid === uid) this.from = first ? null : uid;
    else {
      this.connect(first.uid, uid);
      this.from = null;
    }
  }

  /** Another end of the selected ticket: a tour. */
  extend(uid: number): void {
    const place = edits.placeByUid(this.document, uid);
    const { selection } = this;
    if (place && this.tool === 'ticket' && selection?.kind === 'ticket')
      this.edit((document) => edits.addTicketEnd(document, selection.uid, place.id));
    else this.pick(uid);
  }

  /** Make a track, or with the ticket tool a ticket, between two places. */
  connect(one: number, other: number, what: 'track' | 'ticket' = this.tool === 'ticket' ? 'ticket' : 'track'): void {
    const [a, b] = [edits.placeByUid(this.document, one), edits.placeByUid(this.document, other)];
    if (!a || !b || a === b) return;
    const uid = this.document.nextUid;
    this.edit((document) =>
      what === 'ticket' ? edits.addTicket(document, a.id, b.id) : edits.addTrack(document, a.id, b.id),
    );
    const there =
      what === 'ticket'
        ? edits.ticketBetween(this.document, [a.id, b.id])
        : (this.document.tracks.find((track) => track.uid === uid) ??
          this.document.tracks.find((track) => [track.a, track.b].includes(a.id) && [track.a, track.b].includes(b.id)));
    if (there) this.select({ kind: what, uid: there.uid });
  }

  removeSelected(): void {
    const { selection } = this;
    if (!selection) return;
    const remove = { place: edits.removePlace, track: edits.removeTrack, ticket: edits.removeTicket }[selection.kind];
    this.edit((document) => remove(document, selection.uid));
    this.selection = null;
    this.from = null;
  }

  get file(): string {
    return writeFile(this.document);
  }

  #changed(): void {
    this.check = 'waiting';
    this.saved = false;
    clearTimeout(this.#checkTimer);
    this.#checkTimer = setTimeout(() => void this.#ask(), CHECK_AFTER);
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => this.save(), SAVE_AFTER);
  }

  /** Ask the server what is wrong; an answer about an older document counts for nothing. */
  async #ask(): Promise<void> {
    const document = this.document;
    try {
      if (!person()) await ensurePerson(null);
      const { problems } = await checkBoard(this.file);
      if (this.#closed || this.document !== document) return;
      this.#found = problems;
      this.check = problems.length === 0 ? 'good' : 'bad';
    } catch (refusal) {
      if (this.#closed || this.document !== document) return;
      if (refusal instanceof Refusal && refusal.error.code === 'token_unknown')
        await ensurePerson(null).catch(() => null);
      else if (!(refusal instanceof Refusal && refusal.error.code === 'rate_limited')) this.check = 'unreachable';
      const wait = refusal instanceof Refusal ? Number(refusal.error.params.retry_after ?? 5) : 5;
      clearTimeout(this.#checkTimer);
      this.#checkTimer = setTimeout(() => void this.#ask(), Math.min(60, wait) * 1000);
    }
  }

  /** The mistakes of a refused publication. */
  refused(problems: BoardProblem[]): void {
    this.#found = problems;
    this.check = 'bad';
  }

  /** Keep the draft in this browser. */
  save(): void {
    clearTimeout(this.#saveTimer);
    const { document, design, published } = this;
    saveDraft({ id: this.draft, name: boardTitle(document), saved: Date.now(), file: this.file, design, published });
    this.saved = true;
  }

  close(): void {
    if (!this.saved) this.save();
    this.#closed = true;
    clearTimeout(this.#checkTimer);
  }
}
