import type { Edition } from '@laurel/catalog/edition';
import type { Language } from '@laurel/contracts/languages';
import { languageOf } from '../../lib/language.ts';
import { drawCard, headTags, languageIn, queryOf, type ShareQuery, sharedBy } from './policy.ts';

export type Share = {
  /** The page's own title and what previews of a link show. */
  head(query: ShareQuery, acceptLanguage: string | undefined): string;
  /** The picture of what a query names, as PNG. */
  card(query: ShareQuery): Promise<Buffer>;
};

type Given = {
  edition: Edition;
  publicUrl: string;
  /** A logo's bytes by its public name. */
  logo(publicName: string): { body: Buffer; contentType: string } | undefined;
};

/** Bytes of pictures that are kept: about eighteen of them. A picture beyond that is drawn again for each request. */
const KEPT_BYTES = 4_000_000;

/** What the renderer can draw inside a picture. */
const DRAWABLE = new Set(['image/svg+xml', 'image/png', 'image/jpeg']);

/** Drawing takes fonts and a renderer, which most processes never need: they load with the first picture. */
const openStudio = async () => {
  const { openLettering, toPng } = await import('../../lib/drawing.ts');
  return { lettering: await openLettering(), toPng };
};

/** Tells those who show a link what is behind it, and draws the pictures for it, one at a time. */
export const createShare = ({ edition, publicUrl, logo }: Given): Share => {
  const kept = new Map<string, Buffer>();
  const underWay = new Map<string, Promise<Buffer>>();
  let keptBytes = 0;
  let studio: ReturnType<typeof openStudio> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const logoHref = (publicName: string): string | undefined => {
    const file = logo(publicName);
    if (!file || !DRAWABLE.has(file.contentType)) return undefined;
    return `data:${file.contentType};base64,${file.body.toString('base64')}`;
  };

  const keep = (key: string, picture: Buffer): void => {
    kept.set(key, picture);
    keptBytes += picture.length;
    for (const [oldest, bytes] of kept) {
      if (keptBytes <= KEPT_BYTES) break;
      kept.delete(oldest);
      keptBytes -= bytes.length;
    }
  };

  const render = async (query: ShareQuery, language: Language): Promise<Buffer> => {
    studio ??= openStudio();
    const { lettering, toPng } = await studio;
    return toPng(drawCard(edition, sharedBy(edition, query), language, lettering, logoHref));
  };

  return {
    head: (query, acceptLanguage) =>
      headTags(edition, sharedBy(edition, query), languageIn(query) ?? languageOf(acceptLanguage), publicUrl),
    card: (query) => {
      const language = languageIn(query) ?? 'en';
      const key = `${language}?${queryOf(sharedBy(edition, query))}`;
      const known = kept.get(key);
      if (known) return Promise.resolve(known);
      const begun = underWay.get(key);
      if (begun !== undefined) return begun;
      const drawing = last
        .then(() => render(query, language))
        .then((picture) => {
          keep(key, picture);
          return picture;
        })
        .finally(() => underWay.delete(key));
      underWay.set(key, drawing);
      last = drawing.catch(() => undefined);
      return drawing;
    },
  };
};
