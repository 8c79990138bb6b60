import { z } from 'zod';

/** One kind of request under load. Times in milliseconds. */
const requests = z.object({
  /** Requests sent without disturbances, and how many of them returned the expected status. */
  asked: z.number(),
  done: z.number(),
  p99Ms: z.number(),
  /** The number of other answers, by status or error. */
  refused: z.record(z.string(), z.number()),
});

const space = z.object({ memoryMb: z.number(), diskMb: z.number() });

/** A step that could not be done, by the name of its measurement, or of a part of deploy/rehearse.sh. */
const failed = z.object({ step: z.literal('failed'), name: z.string(), reason: z.string() });

/** The machine before the copy starts. */
const machine = z.object({ step: z.literal('machine'), free: space, needed: space });

/** The first voters, who sign up by every channel before the load. */
const signUps = z.object({
  step: z.literal('sign-ups'),
  walked: z.number(),
  done: z.number(),
  problems: z.array(z.string()),
});

/** The load of the last hour, without disturbances. */
const load = z.object({
  step: z.literal('load'),
  seconds: z.number(),
  wanted: z.object({ votesPerSecond: z.number(), registrationsPerSecond: z.number(), sockets: z.number() }),
  votes: requests,
  signUpCalls: requests,
  reads: requests,
  signedUp: z.object({ asked: z.number(), done: z.number(), problems: z.array(z.string()) }),
  sockets: z.object({ open: z.number(), lost: z.number() }),
  /** The least free memory; the share of the processors' time at work (0 to 1), and the share that the load itself used. */
  leastFreeMb: z.number(),
  busy: z.number(),
  ownBusy: z.number(),
});

/** The kills under load. */
const kills = z.object({
  step: z.literal('kills'),
  /** For each kill, the longest time in which no vote was acknowledged; null if voting did not work again. */
  silences: z.array(z.object({ killed: z.string(), ms: z.number().nullable() })),
  /** Requests that were not answered with success, and were sent again. */
  sentAgain: z.number(),
  socketsBack: z.number(),
  sockets: z.number(),
});

/** The votes in the database of the copy, compared with the list of acknowledged ones. */
const ledger = z.object({
  step: z.literal('ledger'),
  acknowledged: z.number(),
  lost: z.number(),
  /** Stored votes that nobody sent, or that differ from what was sent. */
  foreign: z.number(),
  /** Nominees whose tally differs from their votes. */
  wrongTallies: z.number(),
  /** Votes that were never acknowledged. */
  unanswered: z.number(),
});

/** The restored backup of the real deployment. */
const backup = z.object({
  step: z.literal('backup'),
  baseAgeHours: z.number(),
  restoredVotes: z.number(),
  seconds: z.number(),
  findings: z.array(z.object({ check: z.string(), ok: z.boolean(), detail: z.string() })),
});

/** The votes of the real database before its backup was restored. */
const real = z.object({ step: z.literal('real'), votes: z.number() });

/** `laurel doctor` of the real deployment. */
const doctor = z.object({
  step: z.literal('doctor'),
  report: z.object({
    findings: z.array(
      z.object({
        check: z.string(),
        ok: z.boolean(),
        detail: z.string(),
        advice: z.string().optional(),
        skipped: z.boolean().optional(),
      }),
    ),
  }),
});

const measurement = z.discriminatedUnion('step', [failed, machine, signUps, load, kills, ledger, backup, real, doctor]);

/** The measurement of a step of a rehearsal. */
export type Measurement = z.output<typeof measurement>;
/** The measurement of one kind of step. */
export type Measured<Step extends Measurement['step']> = Extract<Measurement, { step: Step }>;

/** Writes a measurement as one line. */
export const measurementLine = (measured: Measurement): string => JSON.stringify(measured);

/** Reads the measurements of a rehearsal, one a line. @throws ZodError, SyntaxError */
export const readMeasurements = (text: string): Measurement[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => measurement.parse(JSON.parse(line)));
