import { LANGUAGE_SETTINGS, type Language } from '@laurel/contracts/languages';
import { escaped } from './html.ts';

/** The size of the image of a link preview, pixels. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** What a link preview says about a page. */
export type Preview = {
  readonly language: Language;
  /** The name of the site. */
  readonly site: string;
  readonly title: string;
  readonly description: string;
  /** The URL to share, and the one by which search engines know the page. */
  readonly url: string;
  readonly canonical: string;
  /** The URL of a PNG image of `PREVIEW_SIZE`. */
  readonly image: string;
};

/** The title of a page, and its meta tags for link previews (https://ogp.me). */
export const previewTags = ({ language, site, title, description, url, canonical, image }: Preview): string => {
  const properties: Readonly<Record<string, string>> = {
    'og:type': 'website',
    'og:site_name': site,
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:locale': LANGUAGE_SETTINGS[language].locale,
    'og:image': image,
    'og:image:type': 'image/png',
    'og:image:width': String(PREVIEW_SIZE.width),
    'og:image:height': String(PREVIEW_SIZE.height),
    'og:image:alt': title,
  };
  return [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    `<link rel="canonical" href="${escaped(canonical)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
    ...Object.entries(properties).map(([key, value]) => `<meta property="${key}" content="${escaped(value)}">`),
  ].join('');
};
