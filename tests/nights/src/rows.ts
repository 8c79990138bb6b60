import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** The rows of a file in `data/`, which has one JSON object a line. */
export const rowsIn = <Row>(name: string, schema: z.ZodType<Row>): Row[] =>
  readFileSync(new URL(`../data/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)));
