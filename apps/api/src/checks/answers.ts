import { setTimeout as pause } from 'node:timers/promises';
import { login } from '@laurel/contracts/calls/account';
import { edition } from '@laurel/contracts/calls/edition';
import { castVote, statistics } from '@laurel/contracts/calls/vote';
import { z } from 'zod';
import { API_PREFIX } from '../http/call.ts';
import { bad, type Finding, good } from './finding.ts';

export type Answer = { readonly status: number; readonly text: string };
/** Requests a path of a running Laurel: with POST if there is a body. @throws Error without an answer */
export type Ask = (path: string, body?: object) => Promise<Answer>;

type Question = {
  readonly what: string;
  readonly path: string;
  readonly body?: object;
  /** What two copies of one installation have in common; undefined for a wrong answer. @throws for another wrong answer */
  told(answer: Answer): string | undefined;
};

const tagged = z.object({ tag: z.string() });
const category = tagged.extend({ companies: z.array(tagged) });
const servedEdition = z.object({
  data: z.object({ year: z.int(), nominations: z.array(tagged.extend({ categories: z.array(category) })) }),
});
const shownCategories = z.array(z.object({ nomination: z.string(), niche: z.string() }));

const parsed = <Schema extends z.ZodType>(schema: Schema, { status, text }: Answer): string | undefined =>
  status === 200 ? JSON.stringify(schema.parse(JSON.parse(text))) : undefined;
const refused = ({ status, text }: Answer): string | undefined =>
  status >= 400 && status < 500 ? z.object({ code: z.string() }).parse(JSON.parse(text)).code : undefined;

/** What visitors ask for first: the page, its data, and the two paths to a vote, as far as they are refused. */
const QUESTIONS: readonly Question[] = [
  {
    what: 'the page',
    path: '/',
    told: ({ status, text }) => (status === 200 && text.includes('<html') ? 'a page' : undefined),
  },
  { what: 'the edition', path: `${API_PREFIX}${edition.path}`, told: (answer) => parsed(servedEdition, answer) },
  {
    what: 'the statistics',
    path: `${API_PREFIX}${statistics.path}`,
    told: (answer) => parsed(shownCategories, answer),
  },
  {
    what: 'a login of nobody',
    path: `${API_PREFIX}${login.path}`,
    body: { login: 'nobody@example.org', password: 'Nobody1!' },
    told: refused,
  },
  {
    what: 'a vote without a session',
    path: `${API_PREFIX}${castVote.path}`,
    body: { nomination: 'none', niche: 'none', vote: 'none' },
    told: refused,
  },
];

const ADVICE = 'See its log: "docker compose logs --tail 50 app".';
/** Another copy serves a changed edition or phase a few seconds later. */
const TRIES = 6;

const ask = async ({ path, body }: Question, from: Ask): Promise<Answer | string> =>
  from(path, body).catch((error: unknown) => {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    return cause instanceof Error ? cause.message : message;
  });

const toldIn = (question: Question, answer: Answer | string): string | undefined => {
  try {
    return typeof answer === 'string' ? undefined : question.told(answer);
  } catch {
    return undefined;
  }
};

/**
 * Checks that a Laurel answers visitors' first requests: that it is up says less.
 * @param like another copy, which must give the same answers, as far as its own are right
 * @param pauseMs between comparisons, milliseconds
 */
export const checkAnswers = async (copy: Ask, like?: Ask, pauseMs = 2_000): Promise<Finding> => {
  for (const question of QUESTIONS) {
    for (let left = TRIES; ; left -= 1) {
      const answer = await ask(question, copy);
      const told = toldIn(question, answer);
      if (told === undefined) {
        const seen = typeof answer === 'string' ? `no answer: ${answer}` : `answered with ${answer.status}`;
        return bad(`${question.what} (${question.path}): ${seen}`, ADVICE);
      }
      const other = like && toldIn(question, await ask(question, like));
      if (other === undefined || other === told) break;
      if (left === 1) return bad(`${question.what} (${question.path}) is not what the other copy answers`, ADVICE);
      await pause(pauseMs);
    }
  }
  return good('answers with the page, the edition and the statistics, and refuses a wrong login and vote');
};

const ANSWER_MS = 8_000;

/** Asks over the network. A redirect is a wrong answer. */
export const askAt =
  (origin: string): Ask =>
  async (path, body) => {
    const response = await fetch(new URL(path, origin), {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
