import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Attack } from './attacks.ts';
import { linesOf } from './guards.ts';
import { patternOf } from './outcome.ts';
import { root } from './root.ts';

const place = z.object({ line: z.number() });
const reportSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          status: z.string(),
          replacement: z.string().default(''),
          location: z.object({ start: place, end: place }),
          killedBy: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
  testFiles: z
    .record(z.string(), z.object({ tests: z.array(z.object({ id: z.string(), name: z.string() })) }))
    .default({}),
});
/** A report of StrykerJS, as `pnpm mutation` leaves it in .reports/mutation. */
export type Report = z.infer<typeof reportSchema>;

const TARGETS = ['guards', 'features', 'policies', 'contracts', 'stomp'];

/** The reports that are there, those of the guards first. */
export const readReports = (): Report[] =>
  TARGETS.map((target) => join(root, `.reports/mutation/${target}.json`))
    .filter((file) => existsSync(file))
    .map((file) => reportSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));

/**
 * A mutant of the guard's function that the attack's test noticed, as text; where a report ran other tests only (a package
 * is mutated under its own tests), one that any of them noticed.
 * @returns undefined where there is none
 */
export const noticedMutant = (
  { where, test }: Pick<Attack, 'where' | 'test'>,
  reports: readonly Report[],
): string | undefined => {
  const title = new RegExp(`(^| > )${patternOf(test.title)}$`, 's');
  for (const { files, testFiles } of reports) {
    const own = testFiles[test.file]?.tests.filter(({ name }) => title.test(name)).map(({ id }) => id);
    for (const { file, name } of where) {
      const lines = files[file] && linesOf(file, files[file].source, name);
      const found = files[file]?.mutants.find(
        ({ status, location, killedBy }) =>
          (status === 'Killed' || status === 'Timeout') &&
          lines !== undefined &&
          location.start.line >= lines.from &&
          location.end.line <= lines.to &&
          (own === undefined || killedBy.some((id) => own.includes(id))),
      );
      if (found) return `${file}:${found.location.start.line} ${found.replacement.slice(0, 60)}`;
    }
  }
  return undefined;
};
