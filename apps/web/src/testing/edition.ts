import type { ShownEdition } from '../features/edition/phase.ts';
import type { Category, Company, Nomination } from '../features/nominations/flow.ts';

/** A text that is the same in each language. */
export const words = (text: string) => ({ en: text, uk: text });
const place = { url: 'https://example.org', title: words('Place'), note: null };

const tagOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

/** A nominee of a test's edition: “Orbit Crew” has the tag `orbit-crew`. */
export const company = (name: string, own: Partial<Company> = {}): Company => ({
  tag: tagOf(name),
  name: words(name),
  logo: `/${tagOf(name)}.svg`,
  link: '',
  desc: words(''),
  percent: 0,
  voted: false,
  ...own,
});

export const category = (name: string, ...companies: readonly (string | Company)[]): Category => ({
  tag: tagOf(name),
  name: words(name),
  companies: companies.map((each) => (typeof each === 'string' ? company(each) : each)),
});

export const nomination = (title: string, ...categories: readonly Category[]): Nomination => ({
  tag: tagOf(title),
  title: words(title),
  backgroundName: '',
  categories: [...categories],
});

export const LIVE = { visibility: 'live', visible: true, publishEvery: { seconds: 1, votes: 1 } } as const;

/** A small edition with a test's overrides. */
export const editionWith = (own: Partial<ShownEdition>): ShownEdition => ({
  year: 2025,
  phase: 'open',
  words: own.phase ?? 'open',
  phases: { votingOpensAt: null, votingClosesAt: null, winnersAnnouncedAt: null },
  results: LIVE,
  log: null,
  texts: {
    name: words('Awards'),
    hero: { title: words('Title'), accent: null, lead: words('Lead') },
    overview: { title: words('Overview'), text: words('Text') },
    nominations: { title: words('Nominations'), lead: null },
    contactBanner: { title: words('Contact'), button: words('Write') },
    announcement: { title: words('Announcement'), text: null },
    footer: words('Footer'),
  },
  notices: { maintenance: null, votingIntro: null, winnersAnnounced: null },
  links: {
    social: { media: place, messenger: place, photos: place, video: place },
    telegramChannel: 'https://t.me/awards',
    instagramPage: 'https://instagram.com/awards',
    contact: 'https://t.me/contact',
    authenticator: { appStore: 'https://apps.example', googlePlay: 'https://play.example' },
    privacy: null,
    rules: null,
  },
  socialNetworks: ['telegram', 'instagram'],
  supportEmail: 'support@example.org',
  blockedRegions: [],
  nominations: [],
  ...own,
});
