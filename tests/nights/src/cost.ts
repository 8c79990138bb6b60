// pnpm fraud:cost   prints what fake voters cost, and what each precaution against being found adds.
import { z } from 'zod';
import { rowsIn } from './rows.ts';

const text = z.string();
const prices = rowsIn('prices', z.object({ item: text, usd: z.number(), what: text, date: text, source: text }));
const items = z.record(text, z.number());
const precautions = rowsIn('precautions', z.object({ precaution: text, careless: items, careful: items }));
const FARMS = [1, 50, 100, 500];

const costOf = (wanted: z.output<typeof items>): number =>
  Object.entries(wanted).reduce((sum, [item, count]) => {
    const price = prices.find((candidate) => candidate.item === item);
    if (!price) throw new Error(`${item} has no price`);
    return sum + price.usd * count;
  }, 0);

/** Cells in columns; the last is as long as it likes. */
const row = (first: string, rest: readonly string[], last = ''): string =>
  `${first.padEnd(52)}${rest.map((cell) => cell.padStart(12)).join('')}  ${last}`.trimEnd();
const money = (usd: number): string => `$${usd.toFixed(2)}`;
const forFarms = (name: string, usd: number): string =>
  row(
    name,
    FARMS.map((size) => money(usd * size)),
  );

/** What fake voters cost, as a text. */
export function costs(): string {
  const each = precautions.map(({ precaution, careless, careful }) => ({
    precaution,
    careless: costOf(careless),
    careful: costOf(careful),
  }));
  const sum = (way: 'careless' | 'careful'): number => each.reduce((total, costsOf) => total + costsOf[way], 0);
  return [
    row(
      'US dollars',
      FARMS.map((size) => (size === 1 ? 'one voter' : `${size} voters`)),
    ),
    forFarms('a farm that takes no care', sum('careless')),
    ...each.map(({ precaution, careless, careful }) => forFarms(`  + ${precaution}`, careful - careless)),
    forFarms('a farm that takes every care', sum('careful')),
    '',
    ...prices.map(({ usd, what, date, source }) => row(what, [money(usd), date], source)),
    '',
  ].join('\n');
}

if (import.meta.main) process.stdout.write(costs());
