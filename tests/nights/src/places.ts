import { z } from 'zod';
import type { Dials, Group } from './dials.ts';
import { deckOf, type Random, readDeck, some } from './random.ts';
import { rowsIn } from './rows.ts';

const deck = z.string().transform(readDeck);
const list = z.string().transform((text) => text.split(' '));

/** Countries with the share of people who have its calling code. */
export const countries = rowsIn(
  'countries',
  z.object({
    tag: z.string(),
    share: z.number(),
    code: z.string(),
    /** Prefixes of its operators by their share, and how many digits follow. */
    prefixes: deck,
    digits: z.int(),
    /** Hours before UTC, in winter. */
    offset: z.int(),
    /** How many of its people read the site in Ukrainian, and what names the others have. */
    uk: z.number(),
    names: z.enum(['uk', 'en', 'pl', 'xx']),
    zones: deck,
    /** The first half of addresses at home and of phones, and the first third of an IPv6 network. */
    home: list,
    mobile: list,
    v6: z.string(),
  }),
);
export type Country = (typeof countries)[number];

export const byShare = deckOf(countries, ({ share }) => share);
const byZone = new Map(countries.map((country) => [country.zones.items[0], country]));

export const countryOf = (tag: string): Country => {
  const country = countries.find((candidate) => candidate.tag === tag);
  if (!country) throw new Error(`no country ${tag}`);
  return country;
};
/** The country that a time zone belongs to, or `otherwise`. */
export const countryIn = (zone: string, otherwise: Country): Country => byZone.get(zone) ?? otherwise;

/** Networks whose addresses are rented with servers. */
const SERVERS = list.parse('65.108 95.216 135.181 51.75 51.210 134.209 167.99 138.68 146.19 185.244 45.76');
/** Networks that honest people come from, too: of VPN services and of relays of browsers. */
const RELAYS = list.parse('146.70 193.138 37.120 185.159 172.225 104.28 138.68 51.210');

const hex = (random: Random): string => random.int(1, 0xffff).toString(16);
const hostIn = (random: Random, network: string): string => `${network}.${random.int(1, 254)}`;
const subnetOf = (random: Random, networks: readonly string[]): string =>
  `${random.pick(networks)}.${random.int(0, 255)}`;
const siteOf = (random: Random, { v6 }: Country): string => `${v6}:${hex(random)}`;
/** An IPv6 address within a /48. */
const addressIn = (random: Random, site: string): string =>
  `${site}:${random.int(1, 9)}:${hex(random)}:${hex(random)}:${hex(random)}:${hex(random)}`;

const homeOf = (random: Random, country: Country): string =>
  random.chance(0.15) ? addressIn(random, siteOf(random, country)) : hostIn(random, subnetOf(random, country.home));

/** The address of a phone: one of few, behind which a carrier puts everybody. */
const mobileOf = (random: Random, country: Country): string =>
  random.chance(0.1)
    ? addressIn(random, siteOf(random, country))
    : `${random.pick(country.mobile)}.${random.int(0, 1)}.${random.int(1, 30)}`;

/** Where an honest person is when he comes. */
export const anywhere = (random: Random, country: Country): string => {
  const kind = random.next();
  if (kind < 0.04) return hostIn(random, subnetOf(random, RELAYS));
  return kind < 0.45 ? mobileOf(random, country) : homeOf(random, country);
};

type Where = (country: Country) => string;

/** Any number of a country. */
const anyNumber = (random: Random, { code, prefixes, digits }: Country): string =>
  `+${code}${random.draw(prefixes)}${String(random.int(0, 10 ** digits - 1)).padStart(digits, '0')}`;

/** Numbers in rows of `length`; one in six is not for rent. They are used in any order. */
function rows(random: Random, country: Country, size: number, length: () => number): string[] {
  const numbers: string[] = [];
  while (numbers.length < size) {
    let next = BigInt(anyNumber(random, country).slice(1, -4)) * 10_000n + BigInt(random.int(0, 8000));
    for (let left = Math.min(length(), size - numbers.length); left > 0; left -= 1) {
      numbers.push(`+${next}`);
      next += BigInt(random.chance(1 / 6) ? random.int(2, 3) : 1);
    }
  }
  return random.shuffle(numbers);
}

/** Gives each person of a group a number. */
export function phones(random: Random, { kind, numbers, size }: Group, home: Country): Where {
  if (numbers === 'scattered') {
    let last = '';
    return (country) => {
      // Couples buy two cards at once.
      const beside = kind !== 'farm' && last !== '' && random.chance(0.008);
      last = beside ? `+${BigInt(last.slice(1)) + 1n}` : anyNumber(random, country);
      return last;
    };
  }
  const prepared = {
    row: () => rows(random, home, size, () => size),
    runs: () => rows(random, home, size, () => random.int(4, 9)),
    // A company that pays for some of its people's numbers has them from one contract.
    corporate: () => rows(random, home, Math.ceil(size * 0.12), () => size),
  }[numbers]();
  return (country) =>
    (numbers !== 'corporate' || random.chance(0.12) ? prepared.pop() : undefined) ?? anyNumber(random, country);
}

/** Gives each person of a group an address, in the country where he lives. */
export function addresses(random: Random, { network, size }: Group, home: Country): Where {
  const address = hostIn(random, subnetOf(random, home.home));
  const subnet = subnetOf(random, network === 'carrier' ? home.mobile : home.home);
  const exits = some(network === 'carrier' ? 5 : 2, () => hostIn(random, subnet));
  const site = siteOf(random, home);
  const rented = some(network === 'servers' ? 1 : Math.max(4, Math.ceil(size / 12)), () => subnetOf(random, SERVERS));
  const orElsewhere = (country: Country, share: number, inside: () => string): string =>
    random.chance(share) ? inside() : anywhere(random, country);
  const recent = new Map<Country, string>();
  const makers: Record<Dials['network'], Where> = {
    own: (country) => {
      // Some live together, and some borrow a network.
      const known = recent.get(country);
      if (known && random.chance(0.05)) return known;
      const drawn = anywhere(random, country);
      recent.set(country, drawn);
      return drawn;
    },
    residential: (country) => homeOf(random, country),
    one_address: (country) => orElsewhere(country, 0.96, () => address),
    carrier: (country) => orElsewhere(country, 0.97, () => random.pick(exits)),
    office: (country) => orElsewhere(country, 0.85, () => random.pick(exits)),
    campus: (country) => orElsewhere(country, 0.9, () => (random.chance(0.6) ? address : addressIn(random, site))),
    servers: () => hostIn(random, rented[0] ?? address),
    many_servers: () => hostIn(random, random.pick(rented)),
  };
  return makers[network];
}
