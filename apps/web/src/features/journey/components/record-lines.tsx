import type { Vote } from '@laurel/contracts/records';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { serverTime } from '../../../lib/server-clock.ts';
import { useSession } from '../../../session/store.ts';
import { useEdition } from '../../edition/context.ts';
import { ownRecordQuery } from '../../record/api.ts';
import { fetchReceipts } from '../../record/calls.ts';
import { type Check, RecordLine } from '../../record/components/record-line.tsx';
import { isOverdue, stateOf } from '../../record/flow.ts';
import type { Choice } from '../../voting/flow.ts';
import { useKeeper } from '../use-keeper.ts';

type Place = Pick<Vote, 'nomination' | 'niche'>;

const MINUTE_SECONDS = 60;

/** Renders the record's line for a category of the list; undefined if the record says nothing about it. */
export type LineOf = (place: Place, vote: string | undefined, choice: Choice | undefined, name: string) => ReactNode;

/** The lines of the public record for the list of the user's votes; undefined without a record. */
export const useRecordLines = (): LineOf | undefined => {
  const { log, phases } = useEdition();
  const token = useSession((session) => session.token);
  const keeper = useKeeper(log);
  const { data } = useQuery(ownRecordQuery(token, log));
  if (!log || !data) return undefined;
  const overdue = isOverdue(phases, data.delay, new Date(serverTime()));
  return (place, vote, choice, name) => {
    const isHere = (each: Place) => each.nomination === place.nomination && each.niche === place.niche;
    const kept = keeper?.find(place);
    const state = stateOf(data.receipts.find(isHere), kept?.sure === true, overdue, data.stopped);
    if (state === undefined) return undefined;
    const check = async (): Promise<Check> => {
      const { checkVote } = await import('../../record/check.ts');
      // Requested again, because the vote may have entered the record after the list was opened.
      const receipts = await fetchReceipts().catch(() => undefined);
      const receipt = (receipts ?? data.receipts).find(isHere);
      const checked = { receipt, kept, log, overdue, now: Date.now() };
      const chosen = { ...place, vote: vote ?? receipt?.vote ?? '' };
      return {
        // Without new receipts, the vote can't be checked.
        verdict: receipts === undefined ? { is: 'unreadable' } : await checkVote({ ...checked, vote: chosen }),
        nominee: choice?.nominee,
        receipt,
      };
    };
    return <RecordLine state={state} name={name} minutes={Math.ceil(data.delay / MINUTE_SECONDS)} onCheck={check} />;
  };
};
