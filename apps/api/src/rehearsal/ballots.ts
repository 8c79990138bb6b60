import { setTimeout as sleep } from 'node:timers/promises';
import { successOf } from '@laurel/contracts/calls/call';
import { castVote } from '@laurel/contracts/calls/vote';
import type { StatisticsItem, Vote } from '@laurel/contracts/records';
import { waitAtMost } from '../concurrency/wait-at-most.ts';
import { atRate } from './rate.ts';
import type { Requests } from './requests.ts';
import { type Site, someAddress } from './site.ts';
import type { Voter } from './voters.ts';

/** A vote, and the account that casts it. */
export type Cast = { accountId: string; vote: Vote };
type Ballot = Cast & { token: string };

/** How long after an error a voter presses again, milliseconds. */
const AGAIN_AFTER_MS = 1_000;
/** 409: the vote is stored already; the answer that said so was lost. */
const ACKNOWLEDGED = new Set<number>([successOf(castVote), 409]);
const LOOKS_EVERY_MS = 20;

/** The votes of all voters: first in one category, then in the next. */
export function* ballotsOf(
  voters: readonly Voter[],
  categories: readonly StatisticsItem[],
): Generator<Ballot, void, undefined> {
  for (const [index, { nomination, niche, results }] of categories.entries()) {
    for (const [number, { accountId, token }] of voters.entries()) {
      const vote = results[(index + number) % results.length]?.company;
      if (vote !== undefined) yield { accountId, token, vote: { nomination, niche, vote } };
    }
  }
}

/** A measurement during a disturbance. Times are those of `performance.now()`. */
type Watch = {
  /** When the last vote was acknowledged. */
  last: number;
  /** The longest time without an acknowledged vote, milliseconds. */
  longest: number;
  /** When the disturbance had happened; undefined before. */
  confirmedAt: number | undefined;
  /** Whether a vote that was sent after `confirmedAt` was acknowledged. */
  isBack: boolean;
};

/**
 * Casts votes at a constant rate, whether the site answers or not, and keeps a list of those that it acknowledged. A vote that
 * was not acknowledged is sent again until it is.
 */
export const startBallots = (site: Site, perSecond: number, ballots: Iterator<Ballot>) => {
  const sent: Cast[] = [];
  const acknowledged: Cast[] = [];
  let requests: Requests | undefined;
  let watch: Watch | undefined;
  let sentAgain = 0;
  let abandoned = false;

  const note = (sentAt: number): void => {
    if (!watch) return;
    const now = performance.now();
    watch.longest = Math.max(watch.longest, now - watch.last);
    watch.last = now;
    watch.isBack ||= watch.confirmedAt !== undefined && sentAt > watch.confirmedAt;
  };

  const cast = async ({ accountId, token, vote }: Ballot, dueAt: number): Promise<void> => {
    const from = someAddress();
    const noted = requests;
    noted?.begin();
    for (let tries = 1; !abandoned; tries += 1) {
      const sentAt = performance.now();
      const reply = await site.ask({ method: 'POST', path: '/api/vote', from, token, body: vote });
      if (tries === 1) noted?.note(reply, successOf(castVote), performance.now() - dueAt);
      if (ACKNOWLEDGED.has(reply.status)) {
        acknowledged.push({ accountId, vote });
        note(sentAt);
        return;
      }
      sentAgain += 1;
      await sleep(AGAIN_AFTER_MS);
    }
  };

  const voting = atRate(perSecond, (_, dueAt) => {
    const next = ballots.next();
    if (next.done) return undefined;
    const { accountId, vote } = next.value;
    sent.push({ accountId, vote });
    return cast(next.value, dueAt);
  });

  return {
    sent,
    acknowledged,
    /** How often a vote was sent again. */
    sentAgain: (): number => sentAgain,
    /** Notes the answers to the votes that are due from now on; undefined ends this. */
    noteIn: (next: Requests | undefined): void => {
      requests = next;
    },
    /** Begins the measurement of a disturbance. */
    watch: () => {
      const mine: Watch = { last: performance.now(), longest: 0, confirmedAt: undefined, isBack: false };
      watch = mine;
      return {
        /** The disturbance has happened: only votes that are sent from now on show that voting works again. */
        confirm: (): void => {
          mine.confirmedAt = performance.now();
        },
        /** The longest time without an acknowledged vote, milliseconds; null if votes were not taken again within the limit. */
        silence: async (limitMs: number): Promise<number | null> => {
          for (const until = performance.now() + limitMs; !mine.isBack && performance.now() < until; ) {
            await sleep(LOOKS_EVERY_MS);
          }
          watch = undefined;
          return mine.isBack ? mine.longest : null;
        },
      };
    },
    /** Casts no new votes, and waits until every vote is acknowledged. @returns the number of those that are not, after the limit */
    stop: async (limitMs: number): Promise<number> => {
      await voting.stop();
      await waitAtMost(limitMs, voting.finished());
      abandoned = true;
      return voting.running.size;
    },
  };
};

export type Ballots = ReturnType<typeof startBallots>;
