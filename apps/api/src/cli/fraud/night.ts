import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { MisuseError } from '../output.ts';

const at = z.iso.datetime().transform((text) => new Date(text));
const visit = { address: z.union([z.ipv4(), z.ipv6()]), agent: z.string(), timeZone: z.string() };
const account = z.string().min(1);

/** A line of a night (docs/fraud.md). Unknown fields are ignored. */
const lineSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('account'),
    at,
    account,
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    language: z.enum(['en', 'uk']),
    ...visit,
  }),
  z.object({
    type: z.literal('proof'),
    at,
    account,
    kind: z.enum(['email', 'two_factor', 'phone', 'telegram', 'instagram']),
    ...visit,
    telegramId: z.number().optional(),
    followers: z.number().nullish(),
  }),
  z.object({
    type: z.literal('vote'),
    at,
    account,
    nomination: z.string(),
    niche: z.string(),
    company: z.string(),
    ...visit,
  }),
]);
export type NightLine = z.output<typeof lineSchema>;

const truthSchema = z.object({ account, farm: z.string().optional(), crowd: z.string().optional() });
export type Truth = z.output<typeof truthSchema>;

/** The lines of a file of JSON Lines. @throws MisuseError naming the line and the field */
const linesOf = async <Line>(path: string, schema: z.ZodType<Line>): Promise<Line[]> => {
  const lines: Line[] = [];
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (text.trim() === '') continue;
    const parsed = schema.safeParse(parseJson(text));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new MisuseError(`${path}, line ${number}: ${issue?.path.join('.') || 'the line'}: ${issue?.message}`);
    }
    lines.push(parsed.data);
  }
  return lines;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A line of a night as it is in the file. @throws ZodError */
export const parseLine = (text: string): NightLine => lineSchema.parse(parseJson(text));

export const readNight = (path: string): Promise<NightLine[]> => linesOf(path, lineSchema);
export const readTruth = (path: string): Promise<Truth[]> => linesOf(path, truthSchema);
