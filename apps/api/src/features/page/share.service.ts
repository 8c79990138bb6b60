import type { Edition } from '@laurel/catalog/edition';
import type { Language } from '@laurel/contracts/languages';
import type { Phase } from '@laurel/contracts/phase';
import type { StatisticsItem } from '@laurel/contracts/records';
import type { CardDrawing } from '../../adapters/link-card/port.ts';
import { type CardSubject, cardTexts, drawCard } from './card.policy.ts';
import { headTags } from './head.policy.ts';
import { isDecided, occasionOf } from './occasion.policy.ts';
import { formatIn, languageIn, maxAgeOf, queryOf, type Shared, type ShareQuery, sharedBy } from './share.policy.ts';

/** An image as PNG, and how long caches may keep it, seconds. */
export type ShareImage = { readonly image: Buffer; readonly maxAgeSeconds: number };

export type Share = {
  /** The page's title and the meta tags that link previews read. */
  head(query: ShareQuery, language: Language): Promise<string>;
  /**
   * The image of a shared link for a query.
   * @throws the error of the database when the winners are announced and the results were never read
   */
  card(query: ShareQuery): Promise<ShareImage>;
};

type Deps = {
  /** The served edition: the same object until another is imported. */
  edition(): Edition;
  publicUrl: string;
  phase(): Phase;
  /** Whether voting ended so long ago that no vote is stored any more. */
  settled(): boolean;
  /** The published results; empty while they are not known. */
  statistics(): Promise<readonly StatisticsItem[]>;
  /** A logo's bytes by its public name. */
  logo(publicName: string): { body: Buffer; contentType: string } | undefined;
  /** Loads the fonts and the renderer. Called for the first image, because most processes never draw one. */
  openDrawing(): Promise<CardDrawing>;
};

/** The size of the image cache, bytes: about eighteen images. The oldest are evicted. */
const CACHE_BYTES = 4_000_000;

/** The logo formats that the renderer supports. */
const DRAWABLE = new Set(['image/svg+xml', 'image/png', 'image/jpeg']);

/** Makes link previews: the meta tags of the page, and the images, which are drawn one at a time. */
export const createShare = ({ edition, publicUrl, phase, settled, statistics, logo, openDrawing }: Deps): Share => {
  /** The images of one edition. Another edition gets a new cache. */
  const createCache = (cachedEdition: Edition) => ({
    edition: cachedEdition,
    images: new Map<string, Buffer>(),
    pending: new Map<string, Promise<Buffer>>(),
    bytes: 0,
  });
  type ImageCache = ReturnType<typeof createCache>;
  let currentCache = createCache(edition());
  let drawingTools: CardDrawing | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const logoHref = (publicName: string): string | undefined => {
    const file = logo(publicName);
    if (!file || !DRAWABLE.has(file.contentType)) return undefined;
    return `data:${file.contentType};base64,${file.body.toString('base64')}`;
  };

  const cacheOfServed = (): ImageCache => {
    const served = edition();
    if (currentCache.edition !== served) currentCache = createCache(served);
    return currentCache;
  };

  const store = (cache: ImageCache, key: string, image: Buffer): void => {
    cache.images.set(key, image);
    cache.bytes += image.length;
    for (const [oldest, { length }] of cache.images) {
      if (cache.bytes <= CACHE_BYTES) break;
      cache.images.delete(oldest);
      cache.bytes -= length;
    }
  };

  const render = async (of: Edition, subject: CardSubject): Promise<Buffer> => {
    // Images are drawn one at a time, so this does not run twice at once. After a failure the next image tries again.
    drawingTools ??= await openDrawing();
    const { lettering, toPng } = drawingTools;
    await lettering.load(cardTexts(of, subject));
    return toPng(drawCard(of, subject, lettering, logoHref));
  };

  /** Reads the results only if the occasion depends on them: for a nominee, once the winners are announced. */
  const occasionNow = async (shared: Shared, now: Phase) => {
    const isSettled = settled();
    const results = shared.company && now === 'announced' ? await statistics() : [];
    return { occasion: occasionOf(now, shared, results), decided: isDecided(now, shared, results, isSettled) };
  };

  const imageOf = (cache: ImageCache, subject: CardSubject): Promise<Buffer> => {
    const { images, pending } = cache;
    const { shared, occasion, format, language } = subject;
    const key = `${format} ${occasion} ${language}?${queryOf(shared)}`;
    const cached = images.get(key);
    if (cached) return Promise.resolve(cached);
    const begun = pending.get(key);
    if (begun !== undefined) return begun;
    const drawing = last
      .then(() => render(cache.edition, subject))
      .then((image) => {
        store(cache, key, image);
        return image;
      })
      .finally(() => pending.delete(key));
    pending.set(key, drawing);
    last = drawing.catch(() => undefined);
    return drawing;
  };

  return {
    head: async (query, language) => {
      const of = edition();
      const shared = sharedBy(of, query);
      const now = phase();
      const { occasion } = await occasionNow(shared, now);
      return headTags(of, { shared, occasion, phase: now, language }, publicUrl);
    },
    card: async (query) => {
      const cache = cacheOfServed();
      const shared = sharedBy(cache.edition, query);
      const now = phase();
      const { occasion, decided } = await occasionNow(shared, now);
      const subject = {
        shared,
        occasion,
        format: formatIn(query, shared),
        language: languageIn(query) ?? 'en',
      };
      return { image: await imageOf(cache, subject), maxAgeSeconds: maxAgeOf(query, shared, now, decided) };
    },
  };
};
