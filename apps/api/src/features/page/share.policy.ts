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

/** The sizes of a share image, pixels: for link previews, and for posts on social networks. */
export const IMAGE_SIZES = { wide: PREVIEW_SIZE, tall: { width: 1080, height: 1350 } } as const;
export type ImageFormat = keyof typeof IMAGE_SIZES;

/** The image format in a query. Only nominees have a tall image. */
export const formatIn = (query: ShareQuery, { company }: Shared): ImageFormat =>
  company && query.format === 'tall' ? 'tall' : 'wide';

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
