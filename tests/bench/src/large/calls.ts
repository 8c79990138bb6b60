import { countPeople } from '@laurel/api/features/public-log/reports.store';
import { countVoters, readPublished } from '@laurel/api/features/statistics/store';
import { recordActivity } from '@laurel/api/jobs/activity';
import { prune } from '@laurel/api/jobs/upkeep';
import { createDatabase, createLongPool } from '@laurel/database/client';
import { checkGuards, compareTallies } from '@laurel/database/guards';

/** What the calls of a measurement are about. */
export type Subject = {
  accountId: string;
  /** An applied exclusion of about a hundredth of the votes. */
  exclusion: number;
  voted: { nomination: string; niche: string; vote: string };
};

/** A call of the site or of the console. */
export type LargeCall = {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  /** Whether it reads whole tables, or whole lists, by its nature. */
  whole?: true;
};

const read = (path: string): LargeCall => ({ method: 'GET', path });
const whole = (call: LargeCall): LargeCall => ({ ...call, whole: true });
const send = (path: string, body: object = {}): LargeCall => ({ method: 'POST', path, body });

const EMAIL = 'v77@example.org';

/** Pages and calls of the site, as a person who has voted. */
export const siteCalls = ({ voted }: Subject): LargeCall[] => [
  read('/'),
  read('/readyz'),
  read('/metrics'),
  read('/log/2025/checkpoint'),
  read('/log/2025/tile/0/000'),
  read('/log/2025/tile/entries/000'),
  read('/api/client-ip'),
  read('/api/edition'),
  read('/api/vote/statistics'),
  read('/api/vote/turnout'),
  read('/api/vote/my-votes'),
  read('/api/vote/receipts'),
  read('/api/decisions'),
  read('/api/users/info'),
  read('/api/users/check-phone'),
  read('/api/users/verification/telegram-link'),
  send('/api/users/login', { login: EMAIL, password: 'Not1Password!' }),
  send('/api/users/forgot-password', { login: EMAIL }),
  send('/api/users/resend-email-code', { login: EMAIL }),
  send('/api/users/request-phone-verify', { phoneNumber: '+380671234567' }),
  send('/api/vote', voted),
];

const MOVE = { move: { clear: false, closes: '2098-01-01T00:00:00.000Z' } };
const WHY = { reason: 'a measurement' };

/** Calls of the console. Those that change something change one account or nothing. */
export const consoleCalls = ({ accountId, exclusion }: Subject): LargeCall[] => [
  ...['/me', '/mine', '/team', '/phases', '/results', '/reviews', '/edition/live'].map(read),
  ...['quarter', 'day', 'all'].map((span) => read(`/tonight?span=${span}`)),
  read('/messages'),
  read('/messages?state=given_up'),
  read('/messages?state=given_up&kind=sms&country=380'),
  read('/messages?kind=sms'),
  read('/messages?kind=mail&state=queued'),
  read('/messages?state=failed&provider=twilio'),
  read('/messages?country=49'),
  read(`/messages?account=${accountId}`),
  read('/messages/totals?span=all'),
  read('/audit'),
  read('/audit?person=Person 3&action=review.'),
  read('/audit?person=Nobody&action=user.'),
  read('/audit/names'),
  whole(read('/audit/export?reason=a%20measurement&format=csv')),
  read('/voters?find=v77'),
  read('/voters?find=voter'),
  read('/voters?find=%2B38067'),
  read(`/voters?find=${accountId}`),
  read(`/voters/${accountId}`),
  read('/exclusions'),
  read('/exclusions/names'),
  read(`/exclusions/${exclusion}`),
  whole(read(`/exclusions/${exclusion}/preview`)),
  read(`/exclusions/${exclusion}/people`),
  read(`/exclusions/${exclusion}/objections`),
  whole(send('/exclusions/rehearsal', { selection: { networks: ['10.77.0.0/16'] } })),
  send('/phases/preview', MOVE),
  send(`/voters/${accountId}/reveal`, WHY),
  send(`/voters/${accountId}/unlock`, WHY),
  send(`/voters/${accountId}/sign-out`, WHY),
  send(`/voters/${accountId}/suspend`, WHY),
  send(`/voters/${accountId}/restore`, WHY),
  whole(send(`/exclusions/${exclusion}/export`, WHY)),
];

/** The commands that read much of the database. Those that make a call of the console are measured as that call. */
export const COMMANDS: readonly (readonly string[])[] = [
  ['doctor'],
  ['results'],
  ['votes', 'export'],
  ['log', 'verify'],
  ['log', 'export'],
  ['secrets', 'reseal', '--dry-run'],
  ['migrate'],
];

/** Commands that end with 1 over a filled database, and what they say: no key has sealed its secrets. */
export const ENDS_WITH_1 = new Map([
  ['secrets reseal --dry-run', 'Some values were sealed with a key that is not here'],
]);

type Job = readonly [what: string, run: () => Promise<unknown>];

/** The background jobs of a server, over connections like its own. */
export const jobsOf = (url: string): { jobs: readonly Job[]; close(): Promise<void> } => {
  const { db, pool, close } = createDatabase({ url, maxConnections: 2 });
  const longPool = createLongPool({ url });
  return {
    jobs: [
      ['record the activity of ten days', () => recordActivity(db, new Date())],
      ['record the activity of the last minute', () => recordActivity(db, new Date())],
      ['delete what has expired', () => prune(db, new Date())],
      ['publish the totals', () => readPublished(pool, { seconds: 1, votes: 1 }, false)],
      ['count the voters', () => countVoters(longPool)],
      ['count who was verified', () => countPeople(longPool)],
      ['compare the tallies', () => compareTallies(longPool)],
      ['check the guards', () => checkGuards(pool)],
    ],
    close: async () => {
      await longPool.end();
      await close();
    },
  };
};
