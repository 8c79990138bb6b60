import { randomBytes } from 'node:crypto';
import type { Edition } from '@laurel/catalog/edition';
import { DEFAULT_LANGUAGE, LANGUAGE_COOKIE, type Language } from '@laurel/contracts/languages';
import type { FastifyInstance } from 'fastify';
import { serveBuiltFiles } from '../../http/built-files.ts';
import { brotliWithEnd, gzipAround } from '../../http/compressed-parts.ts';
import { cookieName } from '../../http/cookie.ts';
import { takesEncoding } from '../../http/encoding.ts';
import { languageOf } from '../../http/language.ts';
import { pagePolicy } from '../../http/security-headers.ts';
import { manifestOf, ROBOTS } from './policy.ts';
import type { Page, PageData } from './service.ts';
import { languageIn } from './share.policy.ts';

type Deps = {
  page: Page;
  edition: Edition;
  /** The data of the first paint. */
  data(): Promise<PageData>;
  /** The page's metadata: its title, and the data of link previews. */
  head(query: Readonly<Record<string, unknown>>, language: Language): Promise<string>;
  /** Where a link of an earlier edition leads now, or undefined if it is one of this edition. */
  pastLink(query: Readonly<Record<string, unknown>>): Promise<string | undefined>;
  /** Where the page looks up the browser's IP address: a path of this site, or the URL of another one. */
  ipLookupUrl: string;
  publicUrl: string;
};

const DAILY = { 'cache-control': 'public, max-age=86400' };

/** The page at the site root and its hashed files. */
export const registerPageRoutes = async (app: FastifyInstance, deps: Deps): Promise<void> => {
  const { page, edition, data, head } = deps;
  const languageCookie = cookieName(LANGUAGE_COOKIE, deps.publicUrl);
  const lookupOrigin = URL.parse(deps.ipLookupUrl)?.origin;
  await serveBuiltFiles(app, page.assetsDir, '/assets/');
  app.get<{ Querystring: Record<string, unknown> }>('/', { schema: { hide: true } }, async (request, reply) => {
    const { query, headers } = request;
    const past = await deps.pastLink(query);
    if (past !== undefined) return reply.redirect(past);
    const nonce = randomBytes(16).toString('base64');
    const plain = Object.hasOwn(query, 'plain');
    // The page's code starts in the language of the link, else in the stored one, which the cookie repeats.
    const chosen = languageIn(query) ?? languageIn({ lang: request.cookies[languageCookie] });
    const told = chosen ?? languageOf(headers['accept-language']);
    const [tags, shown] = await Promise.all([head(query, told), data()]);
    const language = plain ? told : (chosen ?? DEFAULT_LANGUAGE);
    const { start, middle, end, brotli } = page.render(tags, shown, { language, told, plain }, nonce);
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy(nonce, page.hashes(shown.accent), lookupOrigin, shown.analytics))
      // A cached copy would have an old nonce and an old time.
      .header('cache-control', 'no-store')
      // The page's requests name its address, so that its campaign can be counted. Other sites learn nothing.
      .header('referrer-policy', 'same-origin')
      .header('vary', 'accept-encoding, accept-language, cookie');
    const takes = headers['accept-encoding'];
    // The head of a link to a nomination is its own: Brotli would compress the whole page for each of them.
    if (query.nomination === undefined && takesEncoding(takes, 'br')) {
      return reply.header('content-encoding', 'br').send(brotliWithEnd(brotli(), end));
    }
    if (takesEncoding(takes, 'gzip'))
      return reply.header('content-encoding', 'gzip').send(gzipAround(start, middle, end));
    return reply.send(Buffer.concat([Buffer.from(start), middle.plain, Buffer.from(end)]));
  });
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').headers(DAILY).send(ROBOTS),
  );
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (request, reply) => {
    const manifest = manifestOf(edition, languageOf(request.headers['accept-language']), page.icons);
    return reply
      .type('application/manifest+json; charset=utf-8')
      .headers({ ...DAILY, vary: 'accept-language' })
      .send(JSON.stringify(manifest));
  });
};
