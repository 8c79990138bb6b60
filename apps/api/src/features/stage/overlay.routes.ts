import { inLanguage } from '@laurel/contracts/languages';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { FastifyInstance } from 'fastify';
import { languageFor } from '../../http/language.ts';
import { overlayPage, overlayPolicy } from './overlay.policy.ts';

type Deps = { fontFaces: string; edition(): Pick<PublicEdition, 'texts'> };

/** The lower third for streams: transparent, without cookies, with what is public of the vote. */
export const registerOverlayRoutes = (app: FastifyInstance, { fontFaces, edition }: Deps): void => {
  const policy = overlayPolicy(fontFaces);
  app.get<{ Querystring: { lang?: string } }>('/overlay', { schema: { hide: true } }, (request, reply) => {
    const language = languageFor(request);
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-store',
        vary: 'accept-language',
        'x-robots-tag': 'noindex',
      })
      .send(overlayPage(inLanguage(edition().texts.name, language), language, fontFaces));
  });
};
