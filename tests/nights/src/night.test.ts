import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { expect, it } from 'vitest';
import { jsonLines, type Line, lineSchema, type Night } from './format.ts';
import { nightOf } from './night.ts';
import { categories } from './nominees.ts';
import { crowd, crowdNames, type FarmChoice, farm } from './plans.ts';
import { realNight } from './seeds.ts';

type Lines = readonly Line[];
type Measure = (lines: Lines) => number;
const HOUR = 3_600;

const accountsIn = (lines: Lines) => lines.filter((line) => line.type === 'account');
const proofsIn = (lines: Lines) => lines.filter((line) => line.type === 'proof');
const votesIn = (lines: Lines) => lines.filter((line) => line.type === 'vote');
const people = (lines: Lines): Line[][] => [...Map.groupBy(lines, ({ account }) => account).values()];
const share = <Item>(items: readonly Item[], is: (item: Item) => boolean): number =>
  items.filter(is).length / items.length;
const counts = (values: readonly string[]): number[] =>
  [...Map.groupBy(values, String).values()].map(({ length }) => length);
const kinds = (values: readonly string[]): number => counts(values).length;
/** The share of the most frequent value. */
const most = (values: readonly string[]): number => Math.max(...counts(values)) / values.length;
const secondsOf = ({ at }: Line): number => Date.parse(at) / 1000;
const pauses = (lines: Lines): number[] =>
  lines.slice(1).map((line, index) => secondsOf(line) - secondsOf(lines[index] ?? line));
const seconds: Measure = (lines) => pauses(lines).reduce((sum, pause) => sum + pause, 0);
const telegramIds = (lines: Lines): number[] => proofsIn(lines).flatMap(({ telegramId }) => telegramId ?? []);

const SEED = 7;
const PEOPLE = 3000;
const honest = nightOf({ seed: SEED, people: PEOPLE }).lines;
/** What the only farm or crowd of a night did. */
const inside = ({ lines, truth }: Night): Lines => {
  const members = new Set(truth.map(({ account }) => account));
  return lines.filter(({ account }) => members.has(account));
};
const farmOf = (choice: FarmChoice): Lines =>
  inside(nightOf({ seed: SEED, people: 50, farms: [farm({ size: 60, ...choice })] }));

it('is the same for the same seed, and another for another', () => {
  const plan = { people: 200, crowds: [crowd('hall')], farms: [farm()] };
  const [one, again, other] = [1, 1, 2].map((seed) => nightOf({ ...plan, seed }));
  expect(jsonLines(again?.lines ?? [])).toBe(jsonLines(one?.lines ?? []));
  expect(again?.truth).toEqual(one?.truth);
  expect(jsonLines(other?.lines ?? [])).not.toBe(jsonLines(one?.lines ?? []));
});

it('has the format, is in order, and names only accounts and nominees that exist', () => {
  const crowds = crowdNames.map((name) => crowd(name, { size: 40 }));
  const { lines, truth } = nightOf({ seed: SEED, people: 300, crowds, farms: [farm({ numbers: 'row' })] });
  const nominees = categories.flatMap(({ nomination, niche, companies }) =>
    companies.map((company) => `${nomination} ${niche} ${company}`),
  );
  const seen = new Set<string>();
  const ballots: string[] = [];
  let last = '';
  for (const line of lines) {
    expect(lineSchema.parse(line).at >= last).toBe(true);
    last = line.at;
    if (line.type === 'account') seen.add(line.account);
    expect(seen).toContain(line.account);
    if (line.type !== 'vote') continue;
    expect(nominees).toContain(`${line.nomination} ${line.niche} ${line.company}`);
    ballots.push(`${line.account} ${line.nomination} ${line.niche}`);
  }
  expect(kinds(ballots)).toBe(ballots.length);
  expect(truth.filter(({ account }) => !seen.has(account))).toEqual([]);
  expect(truth).toHaveLength(40 * crowdNames.length + 50);
});

it('gives nobody what another has, and valid numbers', () => {
  const accounts = accountsIn(honest);
  expect(kinds(accounts.map(({ phone }) => phone))).toBe(PEOPLE);
  expect(kinds(accounts.map(({ email }) => email))).toBe(PEOPLE);
  expect(new Set(telegramIds(honest)).size).toBe(telegramIds(honest).length);
  expect(share(accounts, ({ phone }) => isValidPhoneNumber(phone))).toBeGreaterThan(0.98);
});

it('has the same honest people with a farm and without', () => {
  const { lines } = nightOf({ seed: SEED, people: PEOPLE, farms: [farm({ mailboxes: 'numbered' })] });
  const mails = new Set(accountsIn(lines).map(({ email }) => email));
  expect(share(accountsIn(honest), ({ email }) => mails.has(email))).toBe(1);
});

const agents = (lines: Lines): string[] => accountsIn(lines).map(({ agent }) => agent);
const addresses = (lines: Lines): string[] => accountsIn(lines).map(({ address }) => address);
const zones = (lines: Lines): string[] => accountsIn(lines).map(({ timeZone }) => timeZone);
const domains = (lines: Lines): string[] => accountsIn(lines).map(({ email }) => email.replace(/.*@/, ''));
const hours = (lines: Lines): string[] => accountsIn(lines).map(({ at }) => at.slice(0, 13));
const voted = (lines: Lines): string[] => votesIn(lines).map(({ nomination, niche }) => `${nomination} ${niche}`);
const inCategories = (lines: Lines, count: number): number =>
  share(people(votesIn(lines)), ({ length }) => length === count);

it.each<[string, Measure, number, number]>([
  ['many browsers', (lines) => kinds(agents(lines)), 200, PEOPLE],
  ['the most frequent browser', (lines) => most(agents(lines)), 0.05, 1 / 7],
  ['many addresses', (lines) => kinds(addresses(lines)), 1800, PEOPLE],
  ['a carrier’s shared address', (lines) => most(addresses(lines)), 0.002, 0.02],
  ['voters', (lines) => people(votesIn(lines)).length / PEOPLE, 0.65, 0.8],
  ['votes', (lines) => votesIn(lines).length / PEOPLE, 6.5, 8.5],
  ['voters in one category', (lines) => inCategories(lines, 1), 0.13, 0.24],
  ['voters in all', (lines) => inCategories(lines, 22), 0.12, 0.25],
  ['people on the last evening', (lines) => share(accountsIn(lines), ({ at }) => at > '2025-12-11T15'), 0.08, 0.25],
  ['young Telegram accounts', (lines) => share(telegramIds(lines), (id) => id > 8e9), 0.01, 0.08],
  ['quick steps', (lines) => Math.min(...people(lines).flatMap(pauses)), 1.5, 4],
  ['people who come back', (lines) => share(people(lines), (all) => seconds(all) > 8 * HOUR), 0.08, 0.3],
])('honest people: %s', (_, measure, least, atMost) => {
  expect(measure(honest)).toBeGreaterThan(least);
  expect(measure(honest)).toBeLessThan(atMost);
});

/** How many numbers have another at most three away. */
const inRows: Measure = (lines) => {
  const numbers = accountsIn(lines).map(({ phone }) => Number(phone.slice(1)));
  return share(numbers, (number) => numbers.some((other) => other !== number && Math.abs(other - number) <= 3));
};
/** How many people have a name and a mailbox with numbers. */
const numbered: Measure = (lines) =>
  share(accountsIn(lines), ({ name, email }) => /^[a-z]+ \d+$/.test(name) && /^[a-z]+\d+@/.test(email));
/** How different the times of the second step are. */
const unevenness: Measure = (lines) => {
  const waits = people(lines).map((all) => Math.log(pauses(all)[1] ?? 1));
  const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  return Math.sqrt(waits.reduce((sum, wait) => sum + (wait - mean) ** 2, 0) / waits.length);
};
const elsewhere: Measure = (lines) => share(people(votesIn(lines)), ({ length }) => length > 6);

it.each<[FarmChoice, string, Measure, number, number]>([
  [{ numbers: 'row' }, 'numbers in rows', inRows, 0.9, 1],
  [{ numbers: 'runs' }, 'numbers in rows', inRows, 0.9, 1],
  [{}, 'numbers in rows', inRows, 0, 0.05],
  [{ network: 'servers' }, 'networks', (lines) => kinds(addresses(lines).map((all) => all.replace(/\d+$/, ''))), 1, 1],
  [{}, 'addresses', (lines) => kinds(addresses(lines)), 60, 60],
  [{ browsers: 'one' }, 'browsers', (lines) => kinds(agents(lines)), 1, 1],
  [{}, 'browsers', (lines) => kinds(agents(lines)), 25, 60],
  [{ zone: 'worker' }, 'time zones', (lines) => kinds(zones(lines)), 1, 1],
  [{ names: 'numbered', mailboxes: 'numbered' }, 'numbered people', numbered, 1, 1],
  [{ mailboxes: 'template' }, 'domains', (lines) => kinds(domains(lines)), 1, 1],
  [{ steps: 'script' }, 'unevenness', unevenness, 0.05, 0.2],
  [{ steps: 'routine' }, 'unevenness', unevenness, 0.2, 0.5],
  [{}, 'unevenness', unevenness, 0.5, 1.2],
  [{ social: 'young' }, 'old accounts', (lines) => telegramIds(lines).filter((id) => id < 8e9).length, 0, 0],
  [
    { social: 'young' },
    'most followers',
    (lines) => Math.max(...proofsIn(lines).map((proof) => proof.followers ?? 0)),
    0,
    12,
  ],
  [{ social: 'aged' }, 'young accounts', (lines) => telegramIds(lines).filter((id) => id > 7e9).length, 0, 0],
  [{ when: 'burst' }, 'seconds in all', seconds, 0, 1.5 * HOUR],
  [{}, 'seconds in all', seconds, 72 * HOUR, 240 * HOUR],
  [{ when: 'sleeper' }, 'seconds of sign-up', (lines) => seconds(accountsIn(lines)), 0, 2 * HOUR],
  [{ when: 'sleeper' }, 'votes of the last day', (lines) => share(votesIn(lines), ({ at }) => at > '2025-12-11'), 1, 1],
  [{ bought: 6, camouflage: 0 }, 'voters elsewhere', elsewhere, 0, 0],
  [{ bought: 6, camouflage: 50 }, 'voters elsewhere', elsewhere, 0.25, 0.7],
  [{ bought: 6, camouflage: 100 }, 'voters elsewhere', elsewhere, 0.75, 1],
])('a farm with %j: %s', (choice, _, measure, least, atMost) => {
  const value = measure(farmOf(choice));
  expect(value).toBeGreaterThanOrEqual(least);
  expect(value).toBeLessThanOrEqual(atMost);
});

it.each<[string, (lines: Lines) => string[], number]>([
  ['hall', addresses, 0.9],
  ['carrier', (lines) => addresses(lines).map((all) => all.replace(/\d+$/, '')), 0.9],
  ['channel', hours, 0.6],
  ['channel_lifts_all', hours, 0.6],
  ['office', domains, 0.9],
  ['fans', voted, 0.99],
  ['few_prefixes', (lines) => accountsIn(lines).map(({ phone }) => phone.slice(0, 4)), 0.99],
  ['dormitory', addresses, 0.4],
  ['call_centre', agents, 0.99],
])('a crowd, %s: many have the same', (name, values, least) => {
  const night = nightOf({ seed: SEED, people: 50, crowds: [crowd(name, { size: 120 })] });
  expect(most(values(inside(night)))).toBeGreaterThan(least);
});

it('the real night has real choices, and farms of its seed', () => {
  const { lines, truth } = realNight(1);
  expect(accountsIn(lines).length - truth.length).toBe(2960);
  expect(votesIn(lines).length).toBeGreaterThan(15_000);
  expect(kinds(truth.map((line) => ('farm' in line ? line.farm : line.crowd)))).toBeGreaterThan(8);
});
