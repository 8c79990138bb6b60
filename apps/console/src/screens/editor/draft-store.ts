import {
  type DraftFields,
  EDITS_MAX,
  type EditionEdit,
  editDraft,
  editSchema,
  type FieldValue,
  readFields,
} from '@laurel/contracts/console/calls/editor';
import { parseJson } from '@laurel/contracts/json';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { isRetryable } from '../../lib/failure.ts';
import { applyEdits, isSame, splitItem, valueAt } from './apply-edits.ts';

const DEBOUNCE_MS = 700;
/** How often the server hears which field this person is in, and tells who else edits. */
const PRESENCE_MS = 5_000;
const FOCUS_MS = 250;
const REFUSED_MS = 30_000;
/** How often a draft is loaded again that this person can't edit. */
const SHOWN_MS = 30_000;

/** An edit that was not made, because somebody else changed the field meanwhile, with what is there now. */
const conflictSchema = z.object({ edit: editSchema, current: z.json(), by: z.string().optional() });
export type Conflict = z.output<typeof conflictSchema>;
const keptSchema = z.object({ unsent: z.array(editSchema), conflicts: z.array(conflictSchema) });

export type Editor = DraftFields['editors'][number];
/** `offline`: no answer, tried again. `refused`: the server refuses the edits, which stay in this tab. */
export type Saving = 'saved' | 'saving' | 'offline' | 'refused';

export type DraftState = {
  /** The fields with this person's edits; undefined until they are loaded. */
  readonly fields: DraftFields | undefined;
  readonly saving: Saving;
  /** Why the last call failed. */
  readonly error: unknown;
  readonly conflicts: readonly Conflict[];
  /** Who else edits the draft. */
  readonly others: readonly Editor[];
};

type Options = { id: number /** The person, whose edits are kept. */; personId: string; readOnly: boolean };

/** The field that an edit sets, or the item that it adds, moves or removes. */
export const itemOf = (edit: EditionEdit): string =>
  edit.kind === 'add' ? `${edit.list}.${edit.item.tag}` : edit.kind === 'set' ? edit.field : edit.item;

/** Whether an edit changes more than other fields. */
const touches =
  (field: string) =>
  (edit: EditionEdit): boolean =>
    edit.kind !== 'set' || `${edit.field}.`.startsWith(`${field}.`) || `${field}.`.startsWith(`${edit.field}.`);

/**
 * The fields of a draft as this person sees them. Edits are seen at once and sent one call at a time. Those that the server does not
 * have yet are kept in the tab, so that a reload and an outage lose nothing.
 */
export const createDraftStore = ({ id, personId, readOnly }: Options) => {
  const key = `laurel.draft.${id}.${personId}`;
  const kept = keptSchema.safeParse(parseJson(sessionStorage.getItem(key) ?? '')).data;
  let unsent: readonly EditionEdit[] = kept?.unsent ?? [];
  let conflicts: readonly Conflict[] = kept?.conflicts ?? [];
  let base: DraftFields | undefined;
  let others: readonly Editor[] = [];
  let at: string | null = null;
  /** How many of the unsent edits are on their way. */
  let onTheirWay = 0;
  let busy = false;
  let stale = true;
  let failure: { error: unknown } | undefined;
  let timer: number | undefined;
  let stopped = false;
  const listeners = new Set<() => void>();

  const read = (): DraftState => ({
    // A field of a conflict shows this person's value until they decide.
    fields:
      base && applyEdits(base, [...conflicts.map(({ edit }) => edit).filter(({ kind }) => kind === 'set'), ...unsent]),
    saving: failure ? (isRetryable(failure.error) ? 'offline' : 'refused') : unsent.length > 0 ? 'saving' : 'saved',
    error: failure?.error,
    conflicts,
    others,
  });
  let state = read();
  const publish = (): void => {
    if (unsent.length + conflicts.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ unsent, conflicts }));
    state = read();
    for (const listener of listeners) listener();
  };

  const note = (editors: readonly Editor[]): void => {
    others = editors.filter(({ own }) => !own).map((each) => ({ ...each, name: each.name.replace(/ \(\w+\)$/, '') }));
  };

  /** Sets an edit aside that the server did not make, unless what it wanted is already so. */
  const setAside = (edit: EditionEdit, current: FieldValue): void => {
    if (edit.kind === 'remove' || !base) return;
    // Made by a call whose answer was lost: sent again, it finds its own change.
    if (edit.kind === 'move' && valueAt(base, edit.item) === null) {
      if (valueAt(base, `${edit.list}.${splitItem(edit.item).tag}`) !== null) return;
    }
    if (edit.kind === 'add' && isSame(valueAt(base, itemOf(edit)), edit.item)) return;
    const by = others.find(({ field }) => field === itemOf(edit))?.name;
    const later = edit.kind === 'set' ? unsent.filter((each) => each.kind === 'set' && each.field === edit.field) : [];
    const last = later.at(-1);
    unsent = unsent.filter((each) => !later.includes(each));
    const mine = edit.kind === 'set' && last?.kind === 'set' ? { ...edit, after: last.after } : edit;
    if (mine.kind === 'set' && isSame(mine.after, current)) return;
    conflicts = [...conflicts, { edit: mine, current, ...(by === undefined ? {} : { by }) }];
  };

  const load = async (): Promise<void> => {
    base = await call(readFields, { params: { id } });
    stale = false;
    note(base.editors);
  };

  const send = async (loaded: DraftFields): Promise<void> => {
    const edits = unsent.slice(0, EDITS_MAX);
    onTheirWay = edits.length;
    const { data } = await call(editDraft, { params: { id }, body: { edits, at } });
    unsent = unsent.slice(edits.length);
    onTheirWay = 0;
    note(data.editors);
    const refused = new Map(data.conflicts.map(({ edit, current }) => [edit, current]));
    base = applyEdits(
      loaded,
      edits.filter((_, index) => !refused.has(index)),
    );
    for (const [index, edit] of edits.entries()) {
      const current = refused.get(index);
      if (current !== undefined) setAside(edit, current);
    }
    if (data.revision !== loaded.revision) stale = true;
  };

  const plan = (wait: number): void => {
    window.clearTimeout(timer);
    if (!stopped && !busy) timer = window.setTimeout(() => void run(), wait);
  };

  /** Whether this person can only look at the draft. */
  const isShown = (): boolean => readOnly || base?.publishedAs !== null;

  const run = async (): Promise<void> => {
    window.clearTimeout(timer);
    if (busy) return;
    busy = true;
    try {
      if (stale || isShown()) await load();
      if (base && !isShown() && !(document.hidden && unsent.length === 0)) {
        await send(base);
        if (stale) await load();
      }
      failure = undefined;
    } catch (error) {
      failure = { error };
      onTheirWay = 0;
    }
    busy = false;
    publish();
    if (failure) plan(state.saving === 'refused' ? REFUSED_MS : PRESENCE_MS);
    else if (stale) plan(0);
    else if (isShown()) plan(SHOWN_MS);
    else plan(unsent.length > 0 ? DEBOUNCE_MS : PRESENCE_MS);
  };

  /** Adds an edit; a further value of the same field replaces the one that was not sent yet. */
  const push = (edit: EditionEdit): void => {
    if (edit.kind !== 'set') {
      unsent = [...unsent, edit];
      return;
    }
    const open = conflicts.find((each) => each.edit.kind === 'set' && each.edit.field === edit.field);
    const last = unsent.findLastIndex((each) => each.kind === 'set' && each.field === edit.field);
    const earlier = unsent[last];
    if (open) {
      const mine = { ...open, edit: { ...edit, before: open.current } };
      conflicts = conflicts.map((each) => (each === open ? mine : each));
    } else if (earlier?.kind === 'set' && last >= onTheirWay && !unsent.slice(last + 1).some(touches(edit.field))) {
      unsent = unsent.with(last, { ...earlier, after: edit.after });
    } else unsent = [...unsent, edit];
  };

  const edit = (edits: readonly EditionEdit[]): void => {
    for (const each of edits) push(each);
    publish();
    plan(DEBOUNCE_MS);
  };

  const soon = (): void => plan(0);
  const onHidden = (): void => {
    if (unsent.length > 0 || !document.hidden) void run();
  };
  const onLeave = (event: BeforeUnloadEvent): void => {
    // What is kept in the tab outlives a reload, but not the tab: worth a question only if it can't be saved now.
    if (unsent.length > 0 && failure) event.preventDefault();
  };

  return {
    state: (): DraftState => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Begins to load and to save. @returns the function that ends it */
    start: () => {
      stopped = false;
      void run();
      window.addEventListener('online', soon);
      window.addEventListener('beforeunload', onLeave);
      document.addEventListener('visibilitychange', onHidden);
      return () => {
        stopped = true;
        window.clearTimeout(timer);
        window.removeEventListener('online', soon);
        window.removeEventListener('beforeunload', onLeave);
        document.removeEventListener('visibilitychange', onHidden);
        if (unsent.length > 0) void run();
      };
    },
    /** Makes edits. They are named and applied as the contract's `editSchema` says. */
    edit,
    /** Sets a field to a value; null removes it. */
    set: (field: string, after: FieldValue): void => {
      const before = state.fields ? valueAt(state.fields, field) : null;
      if (!isSame(before, after)) edit([{ kind: 'set', field, before, after }]);
    },
    /** Says which field, nominee, category or nomination the person is in. */
    enter: (field: string | null): void => {
      if (field === at) return;
      at = field;
      if (unsent.length === 0) plan(FOCUS_MS);
    },
    /** Loads the fields again: after an upload, or to try again after a failure. */
    refresh: (): void => {
      stale = true;
      soon();
    },
    /** Waits until the server has all edits of this person, such as a nominee whose picture comes next. */
    settled: (): Promise<void> =>
      new Promise((resolve) => {
        const check = (): void => {
          if (unsent.length > 0) return;
          listeners.delete(check);
          resolve();
        };
        listeners.add(check);
        check();
        soon();
      }),
    /** Decides a conflict. `mine` makes the edit again, on what is there now. */
    resolve: (conflict: Conflict, choice: 'mine' | 'theirs'): void => {
      const { edit: refused, current } = conflict;
      conflicts = conflicts.filter((each) => each !== conflict);
      if (choice === 'theirs' || refused.kind === 'move' || refused.kind === 'remove') publish();
      else if (refused.kind === 'set') edit([{ ...refused, before: current }]);
      else edit([{ ...refused, item: { ...refused.item, tag: `${refused.item.tag}-2` } }]);
    },
    /** Drops the edits that the server refuses. */
    drop: (): void => {
      unsent = [];
      stale = true;
      publish();
      soon();
    },
  };
};
