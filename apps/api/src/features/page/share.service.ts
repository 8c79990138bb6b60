import type { Edition } from '@laurel/catalog/edition';
import type { Language } from '@laurel/contracts/languages';
import type { Phase } from '@laurel/contracts/phase';
import type { StatisticsItem } from '@laurel/contracts/records';
import type { CardDrawing } from '../../adapters/link-card/port.ts';
import { AppError } from '../../app-error.ts';
import { badgeTexts, drawBadge, drawQr, type Nominee } from './badge.policy.ts';
import { type CardSubject, cardTexts, drawCard } from './card.policy.ts';
import { headTags } from './head.policy.ts';
import { isDecided, isVictory, labelOf, occasionOf } from './occasion.policy.ts';
import {
  formatIn,
  languageIn,
  maxAgeOf,
  queryOf,
  type Shared,
  type ShareFile,
  type ShareQuery,
  sharedBy,
} from './share.policy.ts';

/** An image, and how long caches may keep it, seconds. */
export type ShareImage = { readonly image: Buffer; readonly maxAgeSeconds: number };

export type Share = {
  /** The page's title and the meta tags that link previews read. */
  head(query: ShareQuery, language: Language): Promise<string>;
  /** What a nominee is, in words, such as "Nominated 2025", and whether that is a victory. */
  standing(query: ShareQuery, language: Language): Promise<{ label: string; won: boolean }>;
  /**
   * A picture for a query.
   * @throws AppError request.not_found for a badge or a QR code of anything but a nominee
   * @throws the error of the database when the winners are announced and the results were never read
   */
  picture(file: ShareFile, query: ShareQuery): Promise<ShareImage>;
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

/** What a picture shows. */
type Subject = { readonly file: ShareFile; readonly theme: 'dark' | 'light'; readonly card: CardSubject };

/** The size of the image cache, bytes: about eighteen cards. The oldest are evicted. */
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

  const drawn = async (of: Edition, subject: Subject, { lettering }: CardDrawing): Promise<string> => {
    const { file, card, theme } = subject;
    if (file === 'card.png') {
      await lettering.load(cardTexts(of, card));
      return drawCard(of, card, lettering, logoHref);
    }
    const { nomination, category, company } = card.shared;
    if (!nomination || !category || !company) throw new AppError('request.not_found');
    const nominee: Nominee = { nomination, category, company };
    if (file.startsWith('qr')) return drawQr(nominee, publicUrl);
    const badge = { nominee, theme, occasion: card.occasion, language: card.language };
    await lettering.load(Object.values(badgeTexts(of, badge)).join(' '));
    return drawBadge(of, badge, lettering);
  };

  const render = async (of: Edition, subject: Subject): Promise<Buffer> => {
    // Images are drawn one at a time, so this does not run twice at once. After a failure the next image tries again.
    drawingTools ??= await openDrawing();
    const svg = await drawn(of, subject, drawingTools);
    return subject.file.endsWith('svg') ? Buffer.from(svg) : drawingTools.toPng(svg);
  };

  /** Reads the results only if the occasion depends on them: for a nominee, once the winners are announced. */
  const occasionNow = async (shared: Shared, now: Phase) => {
    const isSettled = settled();
    const results = shared.company && now === 'announced' ? await statistics() : [];
    return { occasion: occasionOf(now, shared, results), decided: isDecided(now, shared, results, isSettled) };
  };

  const imageOf = (cache: ImageCache, subject: Subject): Promise<Buffer> => {
    const { images, pending } = cache;
    const { file, theme, card } = subject;
    const { shared, occasion, format, language } = card;
    const key = `${file} ${theme} ${format} ${occasion} ${language}?${queryOf(shared)}`;
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
    standing: async (query, language) => {
      const of = edition();
      const { occasion } = await occasionNow(sharedBy(of, query), phase());
      return { label: labelOf(occasion === 'vote' ? 'nominated' : occasion, of, language), won: isVictory(occasion) };
    },
    picture: async (file, query) => {
      const cache = cacheOfServed();
      const shared = sharedBy(cache.edition, query);
      const now = phase();
      const { occasion, decided } = await occasionNow(shared, now);
      const card = { shared, occasion, format: formatIn(query, shared), language: languageIn(query) ?? 'en' };
      const subject: Subject = { file, theme: query.theme === 'light' ? 'light' : 'dark', card };
      return { image: await imageOf(cache, subject), maxAgeSeconds: maxAgeOf(query, shared, now, decided) };
    },
  };
};
