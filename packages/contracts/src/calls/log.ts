import { z } from 'zod';

/** GET /log/<year>/status: the state of the log, which says more than its checkpoint. */
export const logStatusSchema = z.object({
  origin: z.string(),
  size: z.int().min(0),
  /** The root in base64. */
  root: z.string(),
  /** When the checkpoint was signed. */
  at: z.iso.datetime(),
  /** Whether the log has stopped: nothing is signed until its database continues what was shown. */
  stopped: z.boolean().default(false),
  /** The people who were verified and could vote. */
  voters: z.int().min(0),
  /** The votes in the log by category, `<nomination>/<niche>`. */
  votes: z.array(z.object({ category: z.string(), votes: z.int().min(0) })),
  /** Votes enter the log in groups of this many, or after this many seconds. */
  group: z.int().min(1),
  delay: z.int().min(1),
  /** The fewest people who have a vote in one category of a group so far; null before the first. */
  smallestGroup: z.int().min(1).nullable(),
  /** The witnesses of the edition, with their newest cosignature. */
  witnesses: z.array(
    z.object({
      verifierKey: z.string(),
      name: z.string(),
      size: z.int().min(0).nullable(),
      at: z.iso.datetime().nullable(),
    }),
  ),
});
export type LogStatus = z.output<typeof logStatusSchema>;

/** GET /log/<year>/result: the opening of the newest result's leaf, once the winners are announced. */
export const logResultSchema = z.object({
  /** The index of the leaf in the log. */
  index: z.int().min(0),
  /** In base64. */
  nonce: z.string(),
  text: z.string(),
  /** The tree that ends with the last vote, which decides a draw: its size, and its root in base64. */
  lastVote: z.object({ size: z.int().min(1), root: z.string() }).optional(),
});
export type LogResult = z.output<typeof logResultSchema>;
