import { z } from 'zod';
import texts from '../data/identities.json' with { type: 'json' };
import type { Dials, Group } from './dials.ts';
import type { Country } from './places.ts';
import { type Deck, deckOf, type Random, readDeck, some } from './random.ts';
import { rowsIn } from './rows.ts';

const CYRILLIC: Readonly<Record<string, string>> = Object.fromEntries(
  'а=a б=b в=v г=h ґ=g д=d е=e є=ie ж=zh з=z и=y і=i ї=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ь= ю=iu я=ia ы=y э=e ъ= ё=e'
    .split(' ')
    .map((pair) => pair.split('=')),
);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** A name in Latin letters, as passports write it. */
const latin = (name: string): string =>
  capital(
    name
      .toLowerCase()
      .replace(/\p{Script=Cyrillic}/gu, (letter) => CYRILLIC[letter] ?? '')
      .replaceAll('ł', 'l')
      .replaceAll('ı', 'i')
      .normalize('NFD')
      .replace(/[^a-z]/g, ''),
  );

/** Few names are frequent, and many are rare. */
const byRank = (names: string, flat: number): Deck<string> => deckOf(names.split(' '), (_, rank) => 1 / (rank + flat));
const namesIn = (set: (typeof texts.names)['uk']) => ({
  her: byRank(set.her, 6),
  him: byRank(set.him, 6),
  roots: byRank(set.roots, 12),
  tails: readDeck(set.tails),
});
const { names } = texts;
const nameSets = { uk: namesIn(names.uk), en: namesIn(names.en), pl: namesIn(names.pl), xx: namesIn(names.xx) };
const domains = { uk: readDeck(texts.domains.uk), xx: readDeck(texts.domains.xx) };
const mailboxes = readDeck(texts.mailboxes);
const words = texts.words.split(' ');
/** Shapes of mailboxes that are made by the dozen. */
const rentedShapes = texts.rented.split(' ');

const part = z.string().transform(readDeck);
const agents = rowsIn('agents', z.object({ share: z.number(), form: z.string(), parts: z.record(z.string(), part) }));
const forms = deckOf(agents, ({ share }) => share);

/** The User-Agent of somebody's browser. */
export function agentOf(random: Random): string {
  const { form, parts } = random.draw(forms);
  const values = new Map<string, string>();
  for (const [keys, deck] of Object.entries(parts)) {
    const drawn = random.draw(deck).replaceAll('~', ' ').split('/');
    for (const [index, key] of keys.split('+').entries()) values.set(key, drawn[index] ?? '');
  }
  return form.replace(/\{(\w)\}/g, (_, key: string) => values.get(key) ?? '');
}

/** A first name and a surname, which agree. */
interface FullName {
  readonly first: string;
  readonly last: string;
}
function fullName(random: Random, of: Country['names']): FullName {
  const set = nameSets[of];
  const her = random.chance(0.52);
  const last = random.draw(set.roots) + random.draw(set.tails).replace('*', her ? 'а' : 'ий');
  return { first: random.draw(her ? set.her : set.him), last };
}

/** The name that somebody gives: in his letters or in Latin ones, whole or not. */
function writtenName(random: Random, { first, last }: FullName, cyrillic: number): string {
  const [name, surname] = random.chance(cyrillic) ? [first, last] : [latin(first), latin(last)];
  const way = random.next();
  if (way < 0.07) return `${surname} ${name}`;
  if (way < 0.15) return name;
  if (way < 0.19) return `${name} ${surname}`.toLowerCase();
  if (way < 0.21) return `${name} ${surname.charAt(0)}.`;
  if (way < 0.218) return `${name} ${name}`;
  if (way < 0.23) return `${random.pick(words)}_${random.pick(words)}`;
  return `${name} ${surname}`;
}

/**
 * Writes a mailbox by a shape of letters: f first name, l surname, i first letter, n a word, y year of birth, z its last two
 * digits, d a digit, h a letter or digit by chance. Others stand for themselves.
 */
function mailboxOf(random: Random, { first, last }: FullName, shape: string): string {
  const born = Math.min(2007, Math.round(1992 + random.logNormal(9, 0.5) * (random.chance(0.55) ? -1 : 1)));
  const parts: Readonly<Record<string, () => string>> = {
    f: () => latin(first).toLowerCase(),
    l: () => latin(last).toLowerCase(),
    i: () => latin(first).charAt(0).toLowerCase(),
    n: () => random.pick(words),
    y: () => String(born),
    z: () => String(born).slice(2),
    d: () => String(random.int(0, 9)),
    h: () => random.int(0, 35).toString(36),
  };
  return shape.replace(/[a-z]/g, (part) => parts[part]?.() ?? part);
}

/** The address of a company that nobody has heard of. */
const companyDomain = (random: Random): string => `${random.pick(words)}${random.pick(words)}.example`;

/** An honest person's address for mail. */
function emailOf(random: Random, name: FullName, uk: boolean): string {
  const domain = random.draw(uk ? domains.uk : domains.xx);
  if (domain === '*')
    return `${mailboxOf(random, name, random.pick(['f', 'f.l', 'il', 'i.l']))}@${companyDomain(random)}`;
  return `${mailboxOf(random, name, random.draw(mailboxes))}@${domain}`;
}

const cyrillicIn = ({ tag }: Country, uk: boolean): number => (uk ? 0.64 : tag === 'UA' ? 0.4 : 0.03);

/** Gives each person of a group a name and a mailbox. */
export function naming(random: Random, { names, mailboxes }: Group) {
  const few = some(14, () => fullName(random, 'en'));
  const domain = random.pick(['gmail.com', 'outlook.com', 'hotmail.com', 'proton.me']);
  const company = companyDomain(random);
  const word = mailboxOf(random, { first: '', last: '' }, 'n');
  const shape = random.pick(rentedShapes);
  let count = random.int(1, 400);
  const nameOf = (country: Country, uk: boolean): FullName => {
    if (names !== 'own') return { first: random.pick(few).first, last: random.pick(few).last };
    return fullName(random, uk ? 'uk' : country.names);
  };
  const emails: Record<Dials['mailboxes'], (name: FullName, uk: boolean) => string> = {
    own: (name, uk) => emailOf(random, name, uk),
    company: (name) => `${mailboxOf(random, name, random.chance(0.85) ? 'i.l' : 'f.l')}@${company}`,
    template: (name) => `${mailboxOf(random, name, shape)}@${domain}`,
    numbered: () => `${word}${count}@${domain}`,
  };
  return (country: Country, uk: boolean) => {
    const name = nameOf(country, uk);
    count += random.chance(0.2) ? random.int(2, 5) : 1;
    const written = {
      own: () => writtenName(random, name, cyrillicIn(country, uk)),
      template: () => `${name.first} ${name.last}`,
      numbered: () => `${word} ${count}`,
    }[names]();
    return { name: written, email: emails[mailboxes](name, uk) };
  };
}

/** When Telegram gave which ids: they grow with time, and jumped when they got longer than 32 bits. */
const IDS = texts.ids.split(' ').map((pair) => pair.split(':').map(Number));
/** In which years people have come to Telegram. */
const JOINED = readDeck(texts.joined);
const NOW = 2025.92;

/** What a voter shows of an account in a social network. */
export type Social = { kind: 'telegram'; telegramId: number } | { kind: 'instagram'; followers: number | null };

/** A Telegram account that was made between two years. */
function telegram(random: Random, from: number, to = NOW): Social {
  const year = from + random.next() * (Math.min(to, NOW) - from);
  const next = IDS.findIndex(([at = 0]) => at > year);
  const [[y0 = 0, id0 = 0] = [], [y1 = 0, id1 = 0] = []] = IDS.slice(next - 1, next + 1);
  return { kind: 'telegram', telegramId: Math.round((id0 + ((year - y0) / (y1 - y0)) * (id1 - id0)) * 1e6) };
}

const instagram = (random: Random, unknown: number, followers: number): Social => ({
  kind: 'instagram',
  followers: random.chance(unknown) ? null : Math.floor(followers),
});

export const socials = {
  own: (random: Random): Social => {
    if (random.chance(0.28)) return instagram(random, 0.14, random.logNormal(260, 1.4));
    const year = Number(random.draw(JOINED));
    return random.chance(0.03) ? telegram(random, 2025.8) : telegram(random, year, year + 1);
  },
  young: (random: Random): Social =>
    random.chance(0.4) ? telegram(random, 2025.78) : instagram(random, 0.1, random.int(0, 12)),
  aged: (random: Random): Social =>
    random.chance(0.7) ? telegram(random, 2016, 2024) : instagram(random, 0, random.logNormal(210, 0.9)),
};
