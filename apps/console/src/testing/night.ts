import type { readAudit } from '@laurel/contracts/console/calls/audit';
import type { Message, readMessages, readMessageTotals } from '@laurel/contracts/console/calls/messages';
import type { Results } from '@laurel/contracts/console/calls/results';
import type { Season } from '@laurel/contracts/console/calls/season';
import type { Spending } from '@laurel/contracts/console/calls/spending';
import type { Tonight } from '@laurel/contracts/console/calls/tonight';
import { inEachLanguage } from '@laurel/contracts/languages';
import type { CallAnswer } from '../lib/call.ts';

const both = (text: string) => inEachLanguage(() => text);

/** An answer of GET /tonight whose series has three steps of ten minutes. */
export const tonightOf = (more: Partial<Tonight> = {}): Tonight => ({
  phase: 'open',
  phases: {
    votingOpensAt: null,
    votingClosesAt: new Date(Date.now() + 2 * 3_600_000 + 90_000).toISOString(),
    winnersAnnouncedAt: null,
  },
  votes: { total: 31_846, perMinute: 104, usualPerMinute: 31.4, voters: 4_207 },
  span: 'day',
  recordedUntil: new Date().toISOString(),
  series: {
    stepSeconds: 600,
    from: new Date(Date.now() - 3 * 600_000).toISOString(),
    votes: [300, 1_040, 500],
    usual: [310, 310, 310],
    voters: [10, 20, 5],
    registered: [12, 30, 9],
  },
  funnel: {
    steps: [
      { step: 'registered', people: 6_120 },
      { step: 'email_verified', people: 5_702 },
      { step: 'two_factor', people: 4_630 },
      { step: 'phone_verified', people: 4_418 },
      { step: 'social_verified', people: 4_260 },
      { step: 'first_votes', people: 4_207 },
    ],
    leak: { step: 'two_factor', lost: 1_072 },
  },
  sockets: { open: 612, processes: 3 },
  sms: {
    sent: 418,
    failed: 4,
    failing: 0,
    lastHour: 120,
    hourlyBudget: 500,
    cost: [{ currency: 'EUR', micros: 20_900_000 }],
  },
  mails: { sent: 900, failed: 0, failing: 0 },
  queue: { waiting: 0, oldestSeconds: null, dead: 0 },
  findings: [
    { check: 'guards', state: 'good', detail: 'all are in place', advice: null },
    { check: 'backup', state: 'todo', detail: 'no backup reads this database', advice: 'Set one up.' },
  ],
  ...more,
});

/** Two categories, one with two nominees that share the first place and one without votes. */
export const resultsOf = (more: Partial<Results> = {}): Results => ({
  phase: 'open',
  final: false,
  embargo: false,
  ties: 'joint',
  announcedAt: '2026-12-01T20:00:00.000Z',
  votes: { cast: 110, excluded: 10, counted: 100 },
  categories: [
    {
      nomination: 'best-partner',
      niche: 'crypto',
      title: both('Best Partner'),
      name: both('Crypto'),
      cast: 110,
      excluded: 10,
      counted: 100,
      nominees: [
        { ...nominee('Orbit Crew', 50), cast: 60, excluded: 10, rank: 1, tie: true },
        { ...nominee('Quiet Harbor', 50), rank: 1, tie: true },
        { ...nominee('Old Mill', 0), withdrawn: true, cast: 3, share: null, rank: null },
      ],
      drawn: null,
    },
    {
      nomination: 'best-podcast',
      niche: 'all',
      title: both('Best Podcast'),
      name: both('Best Podcast'),
      cast: 0,
      excluded: 0,
      counted: 0,
      nominees: [nominee('Night Radio', 0)],
      drawn: null,
    },
  ],
  ...more,
});

const nominee = (name: string, counted: number) => ({
  company: name.toLowerCase().replace(' ', '-'),
  name: both(name),
  link: `https://${name.toLowerCase().replace(' ', '-')}.example` as string | null,
  withdrawn: false,
  cast: counted,
  excluded: 0,
  counted,
  share: counted === 0 ? 0 : 50,
  rank: null as number | null,
  tie: false,
});

/** The report of a season with an exclusion that was undone, and a finding. */
export const SEASON: Season = {
  at: '2026-12-01T20:00:00.000Z',
  phases: {
    votingOpensAt: '2026-11-01T08:00:00.000Z',
    votingClosesAt: '2026-11-24T18:00:00.000Z',
    winnersAnnouncedAt: null,
  },
  votes: { cast: 110, excluded: 10, counted: 100 },
  funnel: [
    { step: 'registered', people: 9_000 },
    { step: 'first_votes', people: 5_000 },
  ],
  days: [{ day: '2026-11-03', votes: 12_000, voters: 5_000, registered: 0 }],
  categories: resultsOf().categories,
  messages: [
    { kind: 'sms', country: '380', sent: 4_000, failed: 2, cost: [{ currency: 'EUR', micros: 25_500_000 }] },
    { kind: 'mail', country: null, sent: 9_000, failed: 0, cost: [] },
  ],
  exclusions: [
    {
      number: 7,
      reason: both('Votes of one office'),
      votes: 40,
      people: 12,
      appliedAt: '2026-11-24T19:42:00.000Z',
      undoneAt: '2026-11-25T06:00:00.000Z',
      objections: 2,
      answered: 1,
    },
  ],
  moves: [{ at: '2026-11-24T18:00:00.000Z', by: 'olena (console)', reason: 'the hall opens late' }],
  findings: [{ check: 'log', state: 'bad', detail: 'it has stopped at 12', advice: null }],
};

export const MESSAGE = '00000000-0000-4000-8000-000000000101';
const RECIPIENT = '00000000-0000-4000-8000-000000000201';

export const messageOf = (more: Partial<Message> = {}): Message => ({
  id: MESSAGE,
  kind: 'mail',
  purpose: 'email_code',
  country: null,
  provider: 'smtp',
  state: 'failed',
  tries: 3,
  problem: 'smtp: 451 try again later',
  givenUp: null,
  cost: null,
  createdAt: '2026-11-24T20:00:00.000Z',
  changedAt: '2026-11-24T20:01:00.000Z',
  retryable: true,
  recipient: 'a***a@e***.org',
  accountId: RECIPIENT,
  ...more,
});

export const messagesOf = (...messages: Message[]): CallAnswer<typeof readMessages> => ({
  messages,
  next: null,
  partial: false,
});

export const TOTALS: CallAnswer<typeof readMessageTotals> = {
  since: '2026-11-23T20:00:00.000Z',
  waiting: { mail: 2, sms: 1 },
  totals: [
    {
      kind: 'sms',
      country: '380',
      provider: 'twilio',
      sent: 400,
      failed: 4,
      cost: [{ currency: 'EUR', micros: 34_000_000 }],
    },
    {
      kind: 'sms',
      country: '44',
      provider: 'twilio',
      sent: 18,
      failed: 0,
      cost: [{ currency: 'EUR', micros: 756_000 }],
    },
    { kind: 'mail', country: null, provider: 'smtp', sent: 900, failed: 1, cost: [] },
  ],
};

export const SPENDING: Spending = {
  currency: 'EUR',
  spent: 43_800_000,
  budget: 50_000_000,
  forecast: { low: 12_000_000, high: 31_500_000 },
  totals: [
    { channel: 'sms', country: '380', sent: 400, cost: 34_000_000, proven: 310 },
    { channel: 'telegram', country: '380', sent: 980, cost: 9_800_000, proven: 900 },
    { channel: 'viber', country: '44', sent: 6, cost: null, proven: null },
  ],
};

export const AUDIT: CallAnswer<typeof readAudit> = {
  entries: [
    {
      id: '2',
      at: '2026-11-24T20:00:00.000Z',
      person: 'Olena',
      place: 'console',
      action: 'user.unlock',
      subject: 'account 7d1f0a52',
      reason: 'asked by mail, ticket 4711',
      detail: { wrongCodes: 3 },
    },
    {
      id: '1',
      at: '2026-11-24T19:00:00.000Z',
      person: 'taras',
      place: 'command',
      action: 'something.new',
      subject: 'edition',
      reason: null,
      detail: {},
    },
  ],
  next: null,
};
