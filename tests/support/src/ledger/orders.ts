import { z } from 'zod';

/** The behaviour of the mail server and the SMS gateway. */
const postModes = {
  smtp: [
    /** Accepts every mail. */
    'works',
    /** The port is closed. */
    'dead',
    /** Accepts the connection and sends nothing. */
    'silent',
    /** Accepts the whole mail and never responds. */
    'stuck',
    /** Responds 250 and drops the mail. */
    'lies',
    /** Responds 451 to every recipient. */
    'puts-off',
    /** Accepts the mail and cuts the connection before the response. */
    'cuts',
  ],
  sms: ['works', 'dead', 'stuck', 'lies', 'puts-off', 'cuts'],
} as const;

export type SmtpMode = (typeof postModes.smtp)[number];
export type SmsMode = (typeof postModes.sms)[number];

export const vote = z.object({ nomination: z.string(), niche: z.string(), vote: z.string() });
const origins = z.array(z.url()).min(1);

/** A call whose success means that a message will be sent. */
const request = z.object({
  channel: z.enum(['email', 'sms']),
  /** The message's recipient. */
  to: z.string(),
  path: z.string(),
  body: z.record(z.string(), z.string()),
  token: z.string().optional(),
});
export type MessageRequest = z.output<typeof request>;

export const orderSchema = z.discriminatedUnion('do', [
  /** Every voter votes in every category, a few at a time, and retries until a final response. */
  z.object({
    do: z.literal('vote'),
    origins,
    voters: z.array(z.object({ index: z.number(), token: z.string() })),
    categories: z.array(z.array(vote)),
    lanes: z.number(),
    /** A lane's pause after a final response, in milliseconds. */
    pauseMs: z.number().optional(),
  }),
  z.object({ do: z.literal('request'), origins, requests: z.array(request), lanes: z.number() }),
  z.object({ do: z.literal('post'), smtp: z.enum(postModes.smtp), sms: z.enum(postModes.sms) }),
  /** Trusts a certificate authority (PEM) for origins with TLS. */
  z.object({ do: z.literal('trust'), authority: z.string() }),
  /** Starts nothing new, and finishes open requests. */
  z.object({ do: z.literal('stop') }),
  z.object({ do: z.literal('figures') }),
]);
export type Order = z.output<typeof orderSchema>;

/** The current figures of the ledger. */
export const figuresSchema = z.object({
  smtpPort: z.number(),
  smsPort: z.number(),
  acknowledged: z.number(),
  /** Responses of each kind, like { '201': 900, '503 vote.in_doubt': 3 }; 0 is a connection that broke. */
  answers: z.record(z.string(), z.number()),
  promises: z.number(),
  arrivals: z.number(),
  /** Connections and calls that got silence, a false success, a refusal or a cut. */
  mistreated: z.number(),
  /** Lanes with open work. */
  busy: z.number(),
});
export type Figures = z.output<typeof figuresSchema>;

/** One line of the ledger. It counts only after it is on the disk. */
export const entrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('vote'),
    voter: z.number(),
    category: z.number(),
    status: z.number(),
    code: z.string().optional(),
    /** When the response arrived, in milliseconds since 1970. */
    at: z.number(),
  }),
  /** The vote of a category that a voter in doubt was shown among the own votes. */
  z.object({ kind: z.literal('seen'), voter: z.number(), category: z.number(), vote: z.string() }),
  z.object({ kind: z.literal('promise'), channel: z.enum(['email', 'sms']), to: z.string() }),
  z.object({ kind: z.literal('asked'), to: z.string(), status: z.number(), code: z.string().optional() }),
  z.object({
    kind: z.literal('arrival'),
    channel: z.enum(['email', 'sms']),
    to: z.string(),
    /** The same for every try of one message. */
    id: z.string(),
    /** Accepted and then dropped. */
    dropped: z.boolean(),
  }),
]);
export type Entry = z.output<typeof entrySchema>;

/** The nominee that a voter of the ledger chooses in a category: always the same, so that any other stored one is an error. */
export const choice = <T>(nominees: readonly T[], voter: number): T => {
  const chosen = nominees[voter % nominees.length];
  if (chosen === undefined) throw new Error('a category without nominees');
  return chosen;
};
