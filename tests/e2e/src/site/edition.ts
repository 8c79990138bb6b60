import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** When the demo edition's phases begin, in hours from now, whether its percentages are public before the winners, and further lines. */
export type Schedule = {
  /** Before voting opens; nobody nominates without both. */
  readonly nominating?: { readonly opensIn: number; readonly closesIn: number };
  readonly opensIn: number;
  readonly closesIn: number;
  readonly announcedIn: number;
  readonly visibility: 'live' | 'hidden';
  readonly rules?: readonly string[];
};

const demo = join(import.meta.dirname, '../../../../packages/catalog/editions/demo');
const HOUR_MS = 3_600_000;

/** Writes the demo edition with these phases into a folder, and names the folder. */
export const writeEdition = (folder: string, schedule: Schedule): string => {
  cpSync(demo, folder, { recursive: true });
  const at = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const { nominating } = schedule;
  const file = join(folder, 'edition.yaml');
  const rest = readFileSync(file, 'utf8').replace(/^(phases|results):\n( .*\n)*/gm, '');
  const lines = [
    'phases:',
    ...(nominating
      ? [`  nominatingOpensAt: ${at(nominating.opensIn)}`, `  nominatingClosesAt: ${at(nominating.closesIn)}`]
      : []),
    `  votingOpensAt: ${at(schedule.opensIn)}`,
    `  votingClosesAt: ${at(schedule.closesIn)}`,
    `  winnersAnnouncedAt: ${at(schedule.announcedIn)}`,
    'results:',
    `  visibility: ${schedule.visibility}`,
    ...(schedule.rules ?? []),
  ];
  writeFileSync(file, `${rest}\n${lines.join('\n')}\n`);
  return folder;
};
