import { setTimeout as sleep } from 'node:timers/promises';
import { createSite } from '@laurel/api/rehearsal/site';
import type { Voter } from '@laurel/api/rehearsal/voters';
import { myVotes } from '@laurel/contracts/calls/vote';
import type { Vote } from '@laurel/contracts/records';
import { type Answer, ask, kindOf } from '../load.ts';
import { isInDoubt } from './compare.ts';
import type { Entry } from './entries.ts';
import type { MessageRequest } from './requests.ts';

/** How long a client waits for a response, as browsers and proxies do. */
const LIMITS = { connections: Number.POSITIVE_INFINITY, timeoutMs: 30_000 };
/** The tries of a request, in five minutes at least, before the ledger reports that the service did not recover. */
const TRIES = 2_000;
const PAUSE_MS = 150;

type Votes = {
  voters: readonly Voter[];
  /** Every category, with a vote for each of its nominees. */
  categories: readonly (readonly Vote[])[];
  /** How many vote at a time. */
  lanes: number;
  /** A lane's pause after a final response, milliseconds. */
  pauseMs?: number;
};

/** Whether a response is final: neither lost nor "try again later". */
const isFinal = ({ status }: Answer): boolean => status !== 0 && status !== 503;

/**
 * Clients of a site that repeat each request until its final response, and write down every response before the next
 * request.
 * @param authority the certificate authority of the site
 */
export const startLedger = (origin: string, authority: string) => {
  const site = createSite(origin, authority, LIMITS);
  const entries: Entry[] = [];
  const answers: Record<string, number> = {};
  const open = new Set<Promise<void>>();
  let acknowledged = 0;
  let stopping = false;

  const run = (work: Promise<void>): void => {
    const running = work.finally(() => open.delete(running));
    open.add(running);
  };

  const insist = async (send: () => Promise<Answer>): Promise<void> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answer = await send();
      const kind = kindOf(answer);
      answers[kind] = (answers[kind] ?? 0) + 1;
      if (isFinal(answer)) return;
      // Real time: clients pause between their tries.
      await sleep(PAUSE_MS);
    }
  };

  /** Works through a list, a few items at a time. */
  const workOn = <T>(items: Iterable<T>, lanes: number, one: (item: T) => Promise<void>): void => {
    const left = items[Symbol.iterator]();
    const lane = async (): Promise<void> => {
      for (let next = left.next(); !stopping && !next.done; next = left.next()) await one(next.value);
    };
    for (let each = 0; each < lanes; each += 1) run(lane());
  };

  /** Reads the voter's own votes after a doubt, as the page does. A vote among them counts as acknowledged. */
  const look = async ({ accountId, token }: Voter, { nomination, niche }: Vote): Promise<void> => {
    const { status, body } = await site.ask({ method: 'GET', path: `/api${myVotes.path}`, token });
    const own = status === 200 ? myVotes.reply.parse(JSON.parse(body)) : [];
    const vote = own.find((each) => each.nomination === nomination && each.niche === niche);
    if (vote) entries.push({ kind: 'seen', accountId, vote });
  };

  return {
    entries,
    /** The responses of each kind, like { '201': 900, '503 vote.in_doubt': 3 }; 0 is a connection that broke. */
    answers,
    /** The number of votes that were acknowledged. */
    acknowledged: (): number => acknowledged,
    /** Every voter votes in every category, always for the same nominee, so that any other stored one is an error. */
    vote: ({ voters, categories, lanes, pauseMs = 0 }: Votes): void => {
      const votes = categories.flatMap((nominees) =>
        voters.flatMap((voter, index) => {
          const vote = nominees[index % nominees.length];
          return vote ? [{ voter, vote }] : [];
        }),
      );
      workOn(votes, lanes, async ({ voter, vote }) => {
        const { accountId, token } = voter;
        await insist(async () => {
          const answer = await ask(site, '/api/vote', vote, token);
          if (isInDoubt(answer)) run(look(voter, vote));
          const { status, code } = answer;
          entries.push({ kind: 'vote', accountId, vote, status, code, at: Date.now() });
          if (status === 201) acknowledged += 1;
          return answer;
        });
        // Real time: the pace of the load.
        if (pauseMs > 0) await sleep(pauseMs);
      });
    },
    /** Sends requests whose success promises a message. */
    request: (requests: readonly MessageRequest[], lanes: number): void =>
      workOn(requests, lanes, ({ channel, to, path, body, token }) =>
        insist(async () => {
          const answer = await ask(site, path, body, token);
          const isPromise = answer.status === 200 || answer.status === 201;
          entries.push(isPromise ? { kind: 'promise', channel, to } : { kind: 'asked', to });
          return answer;
        }),
      ),
    /** Starts no more requests; resolves once every request has a final response, or used up its tries. */
    stop: async (): Promise<void> => {
      stopping = true;
      while (open.size > 0) await Promise.all(open);
      site.close();
    },
  };
};
