import { z } from 'zod';

/** How the post of the outside world behaves. */
const postModes = {
  smtp: [
    /** Takes every mail. */
    'works',
    /** Nobody listens. */
    'dead',
    /** Takes the connection and never says a word. */
    'silent',
    /** Takes the whole mail and never answers. */
    'stuck',
    /** Says 250 and drops the mail. */
    'lies',
    /** Says 451 to every recipient. */
    'puts-off',
    /** Keeps the mail and cuts the connection before it says so. */
    'cuts',
  ],
  sms: ['works', 'dead', 'stuck', 'lies', 'puts-off', 'cuts'],
} as const;

export type SmtpMode = (typeof postModes.smtp)[number];
export type SmsMode = (typeof postModes.sms)[number];

const vote = z.object({ nomination: z.string(), niche: z.string(), vote: z.string() });
const origins = z.array(z.url()).min(1);

/** A call that promises a message where it is accepted. */
const request = z.object({
  channel: z.enum(['email', 'sms']),
  /** Where the message goes. */
  to: z.string(),
  path: z.string(),
  body: z.record(z.string(), z.string()),
  token: z.string().optional(),
});
export type MessageRequest = z.infer<typeof request>;

export const orderSchema = z.discriminatedUnion('do', [
  /** Everyone votes in every category, a few at a time; nobody gives up before a final answer. */
  z.object({
    do: z.literal('vote'),
    origins,
    voters: z.array(z.object({ index: z.number(), token: z.string() })),
    categories: z.array(z.array(vote)),
    lanes: z.number(),
  }),
  z.object({ do: z.literal('request'), origins, requests: z.array(request), lanes: z.number() }),
  z.object({ do: z.literal('post'), smtp: z.enum(postModes.smtp), sms: z.enum(postModes.sms) }),
  /** Begins nothing new, and sees to the end what is open. */
  z.object({ do: z.literal('stop') }),
  z.object({ do: z.literal('figures') }),
]);
export type Order = z.infer<typeof orderSchema>;

/** What the ledger says of itself, at any time. */
export const figuresSchema = z.object({
  smtpPort: z.number(),
  smsPort: z.number(),
  acknowledged: z.number(),
  /** Answers of each kind, like { '201': 900, '503 vote.in_doubt': 3 }; 0 is a connection that broke. */
  answers: z.record(z.string(), z.number()),
  promises: z.number(),
  arrivals: z.number(),
  /** Connections and calls that the post met with silence, a lie, a refusal or a cut. */
  mistreated: z.number(),
  /** Lanes that still have something to do. */
  busy: z.number(),
});
export type Figures = z.infer<typeof figuresSchema>;

/** One line of the book. Nothing of it counts before it is on the disk. */
export const entrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('vote'),
    voter: z.number(),
    category: z.number(),
    status: z.number(),
    code: z.string().optional(),
  }),
  z.object({ kind: z.literal('promise'), channel: z.enum(['email', 'sms']), to: z.string() }),
  z.object({ kind: z.literal('asked'), to: z.string(), status: z.number(), code: z.string().optional() }),
  z.object({
    kind: z.literal('arrival'),
    channel: z.enum(['email', 'sms']),
    to: z.string(),
    /** The same for every try of one message. */
    id: z.string(),
    /** The post said yes and threw it away. */
    dropped: z.boolean(),
  }),
]);
export type Entry = z.infer<typeof entrySchema>;

/** The nominee that a voter of the ledger chooses in a category: always the same, so that any other in the database is wrong. */
export const choice = <T>(nominees: readonly T[], voter: number): T => {
  const chosen = nominees[voter % nominees.length];
  if (chosen === undefined) throw new Error('a category without nominees');
  return chosen;
};
