import type { PublicEdition } from '@laurel/contracts/public-edition';

/** A text that is the same in each language. */
export const words = (text: string) => ({ en: text, uk: text });
const place = { url: 'https://example.org', title: words('Place'), note: null };

/** A nominee of a test's edition. */
export const company = (tag: string) => ({
  tag,
  name: words(tag),
  logo: `/${tag}.svg`,
  link: '',
  desc: words(''),
  percent: 0,
  voted: false,
});

/** A small edition with a test's overrides. */
export const editionWith = (own: Partial<PublicEdition>): PublicEdition => ({
  year: 2025,
  phase: 'open',
  phases: { votingOpensAt: null, votingClosesAt: null, winnersAnnouncedAt: null },
  results: { visibility: 'live', visible: true, publishEvery: { seconds: 1, votes: 1 } },
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
