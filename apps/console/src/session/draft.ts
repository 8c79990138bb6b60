import { useEffect, useRef, useState } from 'react';
import { useMe } from './me.ts';

type Draft = { keep(): void; dropUnlessOf(memberId: string | undefined): void };

const drafts = new Set<Draft>();

/** Keeps what the person is writing: the session has ended, and they may sign in again. */
export const keepDrafts = (): void => {
  for (const draft of drafts) draft.keep();
};

/** Drops what others were writing; without an id, what anybody was. */
export const dropDraftsUnlessOf = (memberId?: string): void => {
  for (const draft of drafts) draft.dropUnlessOf(memberId);
};

/**
 * A text that takes long to write and outlives the end of the session: it is kept while the person signs in again, in memory
 * alone, and for nobody else.
 */
export const createDraft = <Values>() => {
  let kept: { memberId: string; values: Values } | undefined;
  let keep: (() => void) | undefined;
  drafts.add({
    keep: () => keep?.(),
    dropUnlessOf: (memberId) => {
      if (kept?.memberId !== memberId) kept = undefined;
    },
  });
  return {
    /** What the person was writing when the session ended. */
    useKept: (): Values | undefined => {
      const { id } = useMe().person;
      const [found] = useState(() => (kept?.memberId === id ? kept.values : undefined));
      return found;
    },
    /** Offers what is being written now, for the end of the session. */
    useWriting: (read: () => Values): void => {
      const { id } = useMe().person;
      const latest = useRef(read);
      latest.current = read;
      useEffect(() => {
        // It is on the screen again.
        kept = undefined;
        keep = () => {
          kept = { memberId: id, values: latest.current() };
        };
        return () => {
          keep = undefined;
        };
      }, [id]);
    },
  };
};
