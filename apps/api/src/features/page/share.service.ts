import type { Edition } from '@laurel/catalog/edition';
import type { Language } from '@laurel/contracts/languages';
import type { CardDrawing } from '../../adapters/link-card/port.ts';
import { languageOf } from '../../http/language.ts';
import { drawCard } from './card.policy.ts';
import { headTags, languageIn, queryOf, type ShareQuery, sharedBy } from './share.policy.ts';

export type Share = {
  /** The page's title and the meta tags that link previews read. */
  head(query: ShareQuery, acceptLanguage: string | undefined): string;
  /** The link preview image for a query, as PNG. */
  card(query: ShareQuery): Promise<Buffer>;
};

type Deps = {
  /** The served edition: the same object until another is imported. */
  edition(): Edition;
  publicUrl: string;
  /** A logo's bytes by its public name. */
  logo(publicName: string): { body: Buffer; contentType: string } | undefined;
  /** Loads the fonts and the renderer. Called with the first image, because most processes never draw one. */
  openDrawing(): Promise<CardDrawing>;
};

/** The size of the image cache, bytes: about eighteen images. The oldest are evicted. */
const CACHE_BYTES = 4_000_000;

/** The logo formats that the renderer supports. */
const DRAWABLE = new Set(['image/svg+xml', 'image/png', 'image/jpeg']);

/** Makes link previews: the meta tags of the page, and the images, which are drawn one at a time. */
export const createShare = ({ edition, publicUrl, logo, openDrawing }: Deps): Share => {
  /** The images of one edition. Another edition gets a new cache. */
  const createCache = (cachedEdition: Edition) => ({
    edition: cachedEdition,
    images: new Map<string, Buffer>(),
    pending: new Map<string, Promise<Buffer>>(),
    bytes: 0,
  });
  type ImageCache = ReturnType<typeof createCache>;
  let currentCache = createCache(edition());
  let renderer: ReturnType<typeof openDrawing> | undefined;
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

  const render = async (of: Edition, query: ShareQuery, language: Language): Promise<Buffer> => {
    renderer ??= openDrawing();
    const { lettering, toPng } = await renderer;
    return toPng(drawCard(of, sharedBy(of, query), language, lettering, logoHref));
  };

  return {
    head: (query, acceptLanguage) =>
      headTags(edition(), sharedBy(edition(), query), languageIn(query) ?? languageOf(acceptLanguage), publicUrl),
    card: (query) => {
      const language = languageIn(query) ?? 'en';
      const cache = cacheOfServed();
      const { edition: of, images, pending } = cache;
      const key = `${language}?${queryOf(sharedBy(of, query))}`;
      const cached = images.get(key);
      if (cached) return Promise.resolve(cached);
      const begun = pending.get(key);
      if (begun !== undefined) return begun;
      const drawing = last
        .then(() => render(of, query, language))
        .then((image) => {
          store(cache, key, image);
          return image;
        })
        .finally(() => pending.delete(key));
      pending.set(key, drawing);
      last = drawing.catch(() => undefined);
      return drawing;
    },
  };
};
