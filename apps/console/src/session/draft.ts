import { useEffect, useRef, useState } from 'react';
import { useMe } from './me.ts';

type Draft = { keep(): void; dropUnlessOf(memberId: string | undefined): void };

const drafts = new Set<Draft>();

/** Keeps the values of the drafts on the screen, because the session has ended and the person may sign in again. */
export const keepDrafts = (): void => {
  for (const draft of drafts) draft.keep();
};

/** Drops the kept values of everybody but this member; without an id, of everybody. */
export const dropDraftsUnlessOf = (memberId?: string): void => {
  for (const draft of drafts) draft.dropUnlessOf(memberId);
};

/**
 * Creates the draft of a form that takes long to fill in. Its values outlive the end of the session: they are kept
 * while the person signs in again, only in memory, and only for this person.
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
    /** The values that the person had entered when the session ended; undefined if there are none. */
    useKept: (): Values | undefined => {
      const { id } = useMe().person;
      const [found] = useState(() => (kept?.memberId === id ? kept.values : undefined));
      return found;
    },
    /** Leaves values for the form, which shows them when this person opens it next. */
    offer: (memberId: string, values: Values): void => {
      kept = { memberId, values };
    },
    /** Registers the function that reads the current values when the session ends. */
    useWriting: (read: () => Values): void => {
      const { id } = useMe().person;
      const latest = useRef(read);
      latest.current = read;
      useEffect(() => {
        // The kept values are on the screen again.
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
