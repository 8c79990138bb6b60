import { z } from 'zod';
import { localized } from '../nominee.ts';

/** How a juror votes: for one nominee, with points for each, or with an order of all. */
export const JURY_BALLOTS = ['choice', 'points', 'ranking'] as const;

/** Whether points may be halves. */
export const JURY_POINTS = ['whole', 'half'] as const;

/** Which part decides a tie of the combined result. */
export const JURY_TIE_BREAKS = ['jury', 'public'] as const;

/** The jury's part in a nomination, as the edition states it. */
export const juryRulesSchema = z.object({
  ballot: z.enum(JURY_BALLOTS),
  /** What points are given for. The weights add to 100. */
  criteria: z.array(z.object({ id: z.string(), name: localized, weight: z.int() })).optional(),
  /** Whole points if it is missing. */
  points: z.enum(JURY_POINTS).optional(),
  /** The weights of the two parts in percent. */
  result: z.object({ public: z.int(), jury: z.int() }),
  /** Until when jurors may change their ballots; until the end of voting if it is missing. */
  closesAt: z.iso.datetime().optional(),
  /** Joint winners if it is missing. */
  tieBreak: z.enum(JURY_TIE_BREAKS).optional(),
});
export type JuryRules = z.output<typeof juryRulesSchema>;
