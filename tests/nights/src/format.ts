import { z } from 'zod';

const text = z.string().min(1);
const from = { address: z.union([z.ipv4(), z.ipv6()]), agent: z.string().min(20), timeZone: text };
const line = <Type extends string, Rest extends z.ZodRawShape>(type: Type, rest: Rest) =>
  z.object({ type: z.literal(type), at: z.iso.datetime({ precision: 3 }), account: text, ...rest, ...from });
const language = z.enum(['en', 'uk']);
const kind = z.enum(['email', 'two_factor', 'phone', 'telegram', 'instagram']);
const telegramId = z.int().positive().optional();
const followers = z.int().nonnegative().nullable().optional();

/** A line of a night. */
export const lineSchema = z.discriminatedUnion('type', [
  line('account', { name: text, email: z.email(), phone: z.e164(), language }),
  line('proof', { kind, telegramId, followers }),
  line('vote', { nomination: text, niche: text, company: text }),
]);
export type Line = z.output<typeof lineSchema>;

/** A line of the truth about a night. Honest people who look like nothing else are not listed. */
export type Truth = { account: string; farm: string } | { account: string; crowd: string };

/** A night and the truth about it, as they are written to files. */
export interface Night {
  /** Ordered by time. */
  readonly lines: readonly Line[];
  readonly truth: readonly Truth[];
}

/** JSON Lines. */
export const jsonLines = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');
