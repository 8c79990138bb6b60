import type { Group } from './dials.ts';
import { agentOf, naming, socials } from './identities.ts';
import { addresses, byShare, type Country, countries, countryIn, countryOf, phones } from './places.ts';
import { type Random, some } from './random.ts';

/** Where farms rent numbers in a row, and where those live who work for them. */
const RENTED_IN = ['UA', 'PL', 'GB', 'CZ', 'KZ', 'MD'];
const WORKERS = ['Asia/Dhaka', 'Asia/Karachi', 'Asia/Jakarta', 'Asia/Manila', 'Africa/Lagos', 'Asia/Kolkata'];

/** A worker's routine is quicker than somebody who does it once, and a script quicker still; neither is exact. */
const PACES = { varied: [1, 0.85], routine: [0.8, 0.32], script: [0.25, 0.13] } as const;

/** Milliseconds until a step that takes half of the honest people `median` seconds. */
function pauses(random: Random, { steps }: Group) {
  const own = some(6, () => 0.35 + random.next() * 0.5);
  const [pace, sigma] = PACES[steps];
  return (median: number, step: number) =>
    1_500 + 1000 * random.logNormal(median * pace * (steps === 'varied' ? 1 : (own[step] ?? 1)), sigma);
}

/** Prepares what the people of a group have in common. The result makes what each of them has. */
export function makerOf(random: Random, group: Group) {
  const home = countryOf(group.country ?? (group.kind === 'farm' ? random.pick(RENTED_IN) : 'UA'));
  const inOne = group.country !== undefined || group.numbers === 'row' || group.numbers === 'runs';
  const few = some(group.browsers === 'one' ? 1 : 4, () => agentOf(random));
  const worker = random.pick(WORKERS);
  // The people of a hall are where it is, wherever their numbers come from.
  const together = group.kind === 'crowd' && group.network !== 'own';
  const here = home.zones.items.filter((zone) => countryIn(zone, home) === home);
  return {
    country: () => (inOne ? home : random.draw(byShare)),
    phone: phones(random, group, home),
    agent: () => (group.browsers === 'own' ? agentOf(random) : random.pick(few)),
    zone: (country: Country) => {
      if (group.zone === 'worker') return worker;
      if (together) return random.pick(here);
      // Some travel.
      return random.draw((random.chance(0.025) ? random.pick(countries) : country).zones);
    },
    address: addresses(random, group, home),
    named: naming(random, group),
    social: () => socials[group.social](random),
    pause: pauses(random, group),
  };
}
export type Maker = ReturnType<typeof makerOf>;
