import { readLiveFields } from '@laurel/contracts/console/calls/editor';
import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type CallAnswer, call } from '../../lib/call.ts';
import { useMayDo, useMe } from '../../session/me.ts';
import { valueAt } from './apply-edits.ts';
import { createDraftStore } from './draft-store.ts';
import { outlineOf, type Problems, problemsByField } from './outline.ts';

/**
 * Opens a draft: its fields with this person's edits, which are saved as they are made, and who else edits it. The component must
 * have another `key` for another draft.
 */
export const useOpenDraft = (id: number) => {
  const { person } = useMe();
  const mayDraft = useMayDo('edition.draft');
  const mayTest = useMayDo('messages.send');
  const [store] = useState(() => createDraftStore({ id, personId: person.id, readOnly: !mayDraft }));
  useEffect(() => store.start(), [store]);
  const state = useSyncExternalStore(store.subscribe, store.state);
  const [live, setLive] = useState<CallAnswer<typeof readLiveFields>>();
  // Without an answer, nothing is said about what is live.
  useEffect(() => void call(readLiveFields, { params: { id } }).then(setLive, () => undefined), [id]);
  return useMemo(() => {
    const { edit, set, enter, refresh, settled, resolve, drop } = store;
    const { fields } = state;
    const problems: Problems = fields ? problemsByField(fields, [...fields.problems, ...fields.warnings]) : new Map();
    return {
      ...{ ...state, id, edit, set, enter, refresh, settled, resolve, drop },
      /** What breaks a rule or is worth a look, by field. */
      problems,
      /** The nominations with everything in them. */
      nominations: fields ? outlineOf(fields, problemsByField(fields, fields.problems)) : [],
      /** Whether this person can change the draft. */
      mayEdit: mayDraft && fields?.publishedAs === null,
      /** Whether this person can send a test of a mail. */
      mayTest,
      /** The value of a field, like `texts.hero.title.en`; null if it is missing. */
      get: (field: string) => (fields ? valueAt(fields, field) : null),
      /** What is live, if this year has a version. */
      live: live?.edition ? live : undefined,
    };
  }, [id, mayDraft, mayTest, state, store, live]);
};

/** The draft that the editor has open. */
export type OpenDraft = ReturnType<typeof useOpenDraft>;

export const DraftContext = createContext<OpenDraft | undefined>(undefined);

/** The draft that the editor has open. Only for components inside the editor. */
export const useDraft = (): OpenDraft => {
  const draft = use(DraftContext);
  if (!draft) throw new Error('no draft is open');
  return draft;
};
