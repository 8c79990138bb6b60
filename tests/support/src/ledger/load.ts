import { setTimeout as sleep } from 'node:timers/promises';
import type { Vote } from '@laurel/contracts/records';
import { z } from 'zod';
import type { Book } from './book.ts';
import { type Answer, createClient, isFinal } from './client.ts';
import { isInDoubt } from './compare.ts';
import { choice, type MessageRequest, type Order, vote as voteSchema } from './orders.ts';

/** The tries of a request, in five minutes at least, before the ledger reports that the service did not recover. */
const TRIES = 2_000;
const PAUSE_MS = 150;

type Votes = Extract<Order, { do: 'vote' }>;
type Requests = Extract<Order, { do: 'request' }>;

/** The clients: each records a response before its next request. */
export const createLoad = (book: Book) => {
  const { ask, read, trust, close } = createClient();
  const answers: Record<string, number> = {};
  const lanes = new Set<Promise<void>>();
  let acknowledged = 0;
  let promises = 0;
  let stopping = false;

  const count = ({ status, code }: Answer): void => {
    const kind = code === undefined ? String(status) : `${status} ${code}`;
    answers[kind] = (answers[kind] ?? 0) + 1;
  };

  /** Sends a request to one server after another until the response is final. */
  const insist = async (
    origins: readonly string[],
    first: number,
    send: (origin: string) => Promise<Answer>,
    heard: (answer: Answer) => Promise<void>,
  ): Promise<void> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answer = await send(choice(origins, first + tries));
      await heard(answer);
      count(answer);
      if (isFinal(answer)) return;
      // Real time: clients pause between their tries.
      await sleep(PAUSE_MS);
    }
  };

  /** Processes a list, a few items at a time. */
  const work = <T>(items: readonly T[], count: number, one: (item: T, index: number) => Promise<void>): void => {
    let next = 0;
    const lane = async (): Promise<void> => {
      while (!stopping) {
        const index = next++;
        const item = items[index];
        if (item === undefined) return;
        await one(item, index);
      }
    };
    for (let each = 0; each < count; each += 1) {
      const running = lane().finally(() => lanes.delete(running));
      lanes.add(running);
    }
  };

  /** Reads the voter's own votes after a doubt, as the page does. A vote among them counts as acknowledged. */
  const look = (origin: string, { index, token }: Votes['voters'][number], category: number, place: Vote): void => {
    const looking = (async () => {
      const own = z.array(voteSchema).safeParse(await read(origin, '/api/vote/my-votes', token));
      const found = own.data?.find(({ nomination, niche }) => nomination === place.nomination && niche === place.niche);
      if (found) await book.write({ kind: 'seen', voter: index, category, vote: found.vote });
    })().finally(() => lanes.delete(looking));
    lanes.add(looking);
  };

  const vote = ({ origins, voters, categories, lanes: atOnce, pauseMs = 0 }: Votes): void => {
    const shots = categories.flatMap((nominees, category) => voters.map((voter) => ({ nominees, category, voter })));
    work(shots, atOnce, async ({ nominees, category, voter }, index) => {
      await insist(
        origins,
        index,
        async (origin) => {
          const mine = choice(nominees, voter.index);
          const answer = await ask(origin, '/api/vote', mine, voter.token);
          if (isInDoubt(answer)) look(origin, voter, category, mine);
          return answer;
        },
        async ({ status, code }) => {
          const at = Date.now();
          await book.write({ kind: 'vote', voter: voter.index, category, status, at, ...(code ? { code } : {}) });
          if (status === 201) acknowledged += 1;
        },
      );
      // Real time: the pace of the load.
      if (pauseMs > 0) await sleep(pauseMs);
    });
  };

  const request = ({ origins, requests, lanes: atOnce }: Requests): void => {
    work<MessageRequest>(requests, atOnce, ({ channel, to, path, body, token }, index) =>
      insist(
        origins,
        index,
        (origin) => ask(origin, path, body, token),
        async ({ status, code }) => {
          const isPromise = status === 200 || status === 201;
          await book.write(
            isPromise ? { kind: 'promise', channel, to } : { kind: 'asked', to, status, ...(code ? { code } : {}) },
          );
          if (isPromise) promises += 1;
        },
      ),
    );
  };

  return {
    vote,
    request,
    trust,
    figures: () => ({ acknowledged, promises, answers, busy: lanes.size }),
    /** Starts no more requests; resolves once every request has a final response, or used up its tries. */
    stop: async (): Promise<void> => {
      stopping = true;
      while (lanes.size > 0) await Promise.all(lanes);
      stopping = false;
    },
    close,
  };
};
