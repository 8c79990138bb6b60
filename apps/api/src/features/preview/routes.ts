import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Edition } from '@laurel/catalog/edition';
import { inLanguage } from '@laurel/contracts/languages';
import { PHASES } from '@laurel/contracts/phase';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Clock } from '../../clock.ts';
import { serveBuiltFiles } from '../../http/built-files.ts';
import { observedAddress } from '../../http/client.ts';
import { languageFor } from '../../http/language.ts';
import { charge, type MemoryLimit } from '../../http/memory-limit.ts';
import { networkOf } from '../../http/network.ts';
import { type Award, createFrame, worded } from '../../http/plain-page.ts';
import { withCharset } from '../../http/security-headers.ts';
import { createPreviewFrame } from './frame.policy.ts';
import { renderShown, shownPolicy } from './page.policy.ts';
import { pathOf } from './policy.ts';
import type { Previews } from './service.ts';
import { type PreviewedDraft, readBuiltPreview } from './store.ts';
import { TEXTS } from './texts.policy.ts';

type Deps = {
  clock: Clock;
  previews: Previews;
  reads: MemoryLimit;
  award(): Award;
  webDir: string;
  /** The font rules of the built page. */
  fontFaces: string;
  /** Whether there is a public record. */
  hasRecord: boolean;
};

const query = z.object({ phase: z.enum(PHASES).catch('open'), lang: z.string().optional() });
type Preview = { Params: { secret: string }; Querystring: z.output<typeof query> };
const FOLDERS = ['logos', 'pictures'] as const;
type Image = { Params: { secret: string; folder: (typeof FOLDERS)[number]; file: string } };

/** Nobody but the person with the address finds or keeps a preview. */
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' };
/** The shown page has an origin of its own, so these files are another site's to it. */
const FOR_ALL = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' };
const IMAGE = {
  ...{ ...PRIVATE, ...FOR_ALL, 'cache-control': 'private, max-age=3600' },
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/**
 * A draft at its secret address, /preview/…/: a bar to switch the phase, the language and the width, and below it the voters'
 * page with the draft's data, in a frame.
 */
export const registerPreviewRoutes = async (app: FastifyInstance, deps: Deps): Promise<void> => {
  const { clock, previews, reads, award, webDir, fontFaces } = deps;
  const bar = createPreviewFrame(fontFaces);
  const plain = createFrame(fontFaces, deps);

  /** The draft at an address. Each look counts as a read: it asks the database, and a page takes time from voters. */
  const findDraft = (request: FastifyRequest, secret: string) => {
    charge(reads, networkOf(observedAddress(request)), clock.now().getTime());
    return previews.find(secret);
  };
  /** A page that says why there is no preview. */
  const say = (request: FastifyRequest<Preview>, reply: FastifyReply, why: 'gone' | 'problems'): FastifyReply => {
    const language = languageFor(request);
    const texts = inLanguage(TEXTS, language);
    const main = `<h1>${worded(texts[why])}</h1><p class="lead">${worded(texts[`${why}Text`])}</p>`;
    return reply
      .status(why === 'gone' ? 404 : 200)
      .headers({
        ...PRIVATE,
        'content-security-policy': plain.policyFor(award()).replace("ancestors 'none'", "ancestors 'self'"),
      })
      .type('text/html; charset=utf-8')
      .send(plain.render(award(), { language, title: texts[why], main, path: '' }));
  };

  const schema = { hide: true, querystring: query };
  /** Serves a page of the draft at an address. */
  const servePage = (
    path: string,
    make: (
      request: FastifyRequest<Preview>,
      edition: Edition,
      draft: PreviewedDraft,
    ) => Promise<[policy: string, html: string]>,
  ) =>
    app.get<Preview>(`/preview/:secret/${path}`, { schema }, async (request, reply) => {
      const draft = await findDraft(request, request.params.secret);
      if (!draft) return say(request, reply, 'gone');
      const edition = await previews.edition(draft);
      if (!edition) return say(request, reply, 'problems');
      const [policy, html] = await make(request, edition, draft);
      return reply
        .headers({ ...PRIVATE, 'content-security-policy': policy })
        .type('text/html; charset=utf-8')
        .send(html);
    });
  app.get<Preview>('/preview/:secret', { schema }, (request, reply) =>
    reply.headers(PRIVATE).redirect(pathOf(encodeURIComponent(request.params.secret))),
  );
  servePage('', async (request, { texts }, { endsAt }) => {
    const choice = { phase: request.query.phase, language: languageFor(request) };
    return [bar.policy, bar.render(texts.name, endsAt, choice)];
  });
  servePage('page', async (request, edition) => {
    const language = languageFor(request);
    const nonce = randomBytes(16).toString('base64');
    const { data, now } = await previews.data(edition, request.query.phase, request.params.secret);
    const { texts, look } = edition;
    const title = texts.name[language];
    return [
      shownPolicy(nonce),
      renderShown(await readBuiltPreview(webDir), { language, title, data, now, nonce, accent: look?.accent }),
    ];
  });
  app.get<Image>(
    `/preview/:secret/:folder(^${FOLDERS.join('$|^')}$)/:file`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { secret, folder, file } = request.params;
      const draft = await findDraft(request, secret);
      const image = draft && (await previews.image(draft, folder, file));
      if (!image) throw new AppError('request.not_found');
      return reply.headers(IMAGE).type(withCharset(image.contentType)).send(image.body);
    },
  );

  await serveBuiltFiles(app, join(webDir, 'preview/assets'), '/preview/assets/', FOR_ALL);
};
