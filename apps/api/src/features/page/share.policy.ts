import type { Category, Company, Edition, Nomination } from '@laurel/catalog/edition';
import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import type { Phase } from '@laurel/contracts/phase';
import { PREVIEW_SIZE } from '../../http/link-preview.ts';

/** The subject of a shared link: the awards, a nomination or a nominee. */
export type Shared = { nomination?: Nomination; category?: Category; company?: Company };

/** The query of a shared link, not validated. */
export type ShareQuery = Readonly<Record<string, unknown>>;

/**
 * Finds the subject of a query. Unknown tags are ignored. If the query names no category of the nomination, a nominee
 * is found in the first category that has it.
 */
export const sharedBy = (edition: Edition, query: ShareQuery): Shared => {
  const nomination = edition.nominations.find(({ tag }) => tag === query.nomination);
  if (!nomination) return {};
  const ofNiche = nomination.categories.filter(({ tag }) => tag === query.niche);
  for (const category of ofNiche.length > 0 ? ofNiche : nomination.categories) {
    const company = category.companies.find(({ tag }) => tag === query.company);
    if (company) return { nomination, category, company };
  }
  return { nomination };
};

/** The language in a query, if it is supported. */
export const languageIn = (query: ShareQuery): Language | undefined => LANGUAGES.find((each) => each === query.lang);

/** The sizes of a card, pixels: for link previews, and for posts and stories on social networks. */
export const IMAGE_SIZES = {
  wide: PREVIEW_SIZE,
  tall: { width: 1080, height: 1350 },
  square: { width: 1080, height: 1080 },
  story: { width: 1080, height: 1920 },
} as const;
export type CardFormat = keyof typeof IMAGE_SIZES;

/** The format of a card in a query. Only nominees have others than the wide one. */
export const formatIn = (query: ShareQuery, { company }: Shared): CardFormat =>
  (company && (['tall', 'square', 'story'] as const).find((each) => each === query.format)) ?? 'wide';

/** The pictures that are served: cards of everything that is shared, badges and QR codes of nominees. */
export const SHARE_FILES = ['card.png', 'badge.svg', 'badge.png', 'qr.svg', 'qr.png'] as const;
export type ShareFile = (typeof SHARE_FILES)[number];

const DAY_SECONDS = 86_400;
const SHORT_SECONDS = 300;

/**
 * How long an image may be cached, seconds. Only a nominee's image depends on the phase: it may be cached for a day if its
 * URL names the current phase and the image is decided, otherwise for five minutes.
 * @param decided whether the nominee's image stays the same until the phase ends
 */
export const maxAgeOf = (query: ShareQuery, { company }: Shared, phase: Phase, decided: boolean): number =>
  company === undefined || (decided && query.phase === phase) ? DAY_SECONDS : SHORT_SECONDS;

/** The query parameters of a shared link. */
export const queryOf = ({ nomination, category, company }: Shared): URLSearchParams => {
  const query = new URLSearchParams();
  if (nomination) query.set('nomination', nomination.tag);
  if (company) query.set('company', company.tag);
  if (company && category && (nomination?.categories.length ?? 0) > 1) query.set('niche', category.tag);
  return query;
};
