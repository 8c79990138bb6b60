import type { Edition } from '@laurel/catalog/edition';
import type { Language } from '@laurel/contracts/languages';
import type { CardDrawing } from '../../adapters/link-card/port.ts';
import { languageOf } from '../../http/language.ts';
import { drawCard, headTags, languageIn, queryOf, type ShareQuery, sharedBy } from './share.policy.ts';

export type Share = {
  /** The page's own title and what previews of a link show. */
  head(query: ShareQuery, acceptLanguage: string | undefined): string;
  /** The picture of what a query names, as PNG. */
  card(query: ShareQuery): Promise<Buffer>;
};

type Deps = {
  /** The edition that is served: the same object until another is imported. */
  edition(): Edition;
  publicUrl: string;
  /** A logo's bytes by its public name. */
  logo(publicName: string): { body: Buffer; contentType: string } | undefined;
  /** Loads the fonts and the renderer, which most processes never need: with the first picture. */
  openDrawing(): Promise<CardDrawing>;
};

/** Bytes of pictures that are kept: about eighteen of them. A picture beyond that is drawn again for each request. */
const KEPT_BYTES = 4_000_000;

/** What the renderer can draw inside a picture. */
const DRAWABLE = new Set(['image/svg+xml', 'image/png', 'image/jpeg']);

/** Tells those who show a link what is behind it, and draws the pictures for it, one at a time. */
export const createShare = ({ edition, publicUrl, logo, openDrawing }: Deps): Share => {
  /** Pictures of one edition; another has its own. */
  const openGallery = (of: Edition) => ({
    of,
    kept: new Map<string, Buffer>(),
    underWay: new Map<string, Promise<Buffer>>(),
    bytes: 0,
  });
  type Gallery = ReturnType<typeof openGallery>;
  let present = openGallery(edition());
  let studio: ReturnType<typeof openDrawing> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const logoHref = (publicName: string): string | undefined => {
    const file = logo(publicName);
    if (!file || !DRAWABLE.has(file.contentType)) return undefined;
    return `data:${file.contentType};base64,${file.body.toString('base64')}`;
  };

  const gallery = (): Gallery => {
    const newest = edition();
    if (present.of !== newest) present = openGallery(newest);
    return present;
  };

  const keep = (of: Gallery, key: string, picture: Buffer): void => {
    of.kept.set(key, picture);
    of.bytes += picture.length;
    for (const [oldest, { length }] of of.kept) {
      if (of.bytes <= KEPT_BYTES) break;
      of.kept.delete(oldest);
      of.bytes -= length;
    }
  };

  const render = async (of: Edition, query: ShareQuery, language: Language): Promise<Buffer> => {
    studio ??= openDrawing();
    const { lettering, toPng } = await studio;
    return toPng(drawCard(of, sharedBy(of, query), language, lettering, logoHref));
  };

  return {
    head: (query, acceptLanguage) =>
      headTags(edition(), sharedBy(edition(), query), languageIn(query) ?? languageOf(acceptLanguage), publicUrl),
    card: (query) => {
      const language = languageIn(query) ?? 'en';
      const pictures = gallery();
      const { of, kept, underWay } = pictures;
      const key = `${language}?${queryOf(sharedBy(of, query))}`;
      const known = kept.get(key);
      if (known) return Promise.resolve(known);
      const begun = underWay.get(key);
      if (begun !== undefined) return begun;
      const drawing = last
        .then(() => render(of, query, language))
        .then((picture) => {
          keep(pictures, key, picture);
          return picture;
        })
        .finally(() => underWay.delete(key));
      underWay.set(key, drawing);
      last = drawing.catch(() => undefined);
      return drawing;
    },
  };
};
