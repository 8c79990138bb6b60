import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { observedAddress } from '../../http/client.ts';
import { languageFor } from '../../http/language.ts';
import { charge, type MemoryLimit } from '../../http/memory-limit.ts';
import { networkOf } from '../../http/network.ts';
import { type Award, createFrame } from '../../http/plain-page.ts';
import { type MailList, stopContent } from './page.policy.ts';
import type { Unsubscribing } from './service.ts';

type Deps = {
  clock: Clock;
  unsubscribing: Unsubscribing;
  reads: MemoryLimit;
  award(): Award;
  fontFaces: string;
  hasRecord: boolean;
};

const query = z.object({ lang: z.string().optional(), token: z.string().max(300).catch('').default('') });
type Query = { Querystring: z.output<typeof query> };

const LISTS: readonly MailList[] = ['winners-mail', 'reminders'];

/** The page that ends the mails of each list: by its button, or by a mail program (RFC 8058). */
export const registerUnsubscribingRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { clock, unsubscribing, award } = deps;
  const frame = createFrame(deps.fontFaces, deps);
  const answer = (
    list: MailList,
    request: FastifyRequest<Query>,
    reply: FastifyReply,
    outcome?: 'stopped' | 'invalid',
  ) => {
    const { token } = request.query;
    const language = languageFor(request);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', frame.policyFor(award()))
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .status(outcome === 'invalid' ? 410 : 200)
      .send(frame.render(award(), stopContent({ list, token, ...(outcome && { outcome }) }, language)));
  };
  const options = { schema: { hide: true, querystring: query } };
  app.register((pages, _options, registered) => {
    // Whatever a mail program sends: the token is in the address.
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, parsed) => parsed(null));
    pages.addHook('onRequest', async (request) => {
      charge(deps.reads, networkOf(observedAddress(request)), clock.now().getTime());
    });
    for (const list of LISTS) {
      pages.get<Query>(`/${list}`, options, (request, reply) => answer(list, request, reply));
      pages.post<Query>(`/${list}`, options, async (request, reply) =>
        answer(list, request, reply, (await unsubscribing.stop(list, request.query.token)) ? 'stopped' : 'invalid'),
      );
    }
    registered();
  });
};
