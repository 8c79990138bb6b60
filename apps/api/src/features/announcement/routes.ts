import { tellWinners } from '@laurel/contracts/calls/account';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { serveCall } from '../../http/call.ts';
import { observedAddress } from '../../http/client.ts';
import type { Gate } from '../../http/gate.ts';
import { languageFor } from '../../http/language.ts';
import { charge, type MemoryLimit } from '../../http/memory-limit.ts';
import { networkOf } from '../../http/network.ts';
import { type Award, createFrame } from '../../http/plain-page.ts';
import { stopContent } from './page.policy.ts';
import { type Announcement, STOP_PATH } from './service.ts';

type Deps = {
  clock: Clock;
  gate: Gate;
  announcement: Announcement;
  reads: MemoryLimit;
  award(): Award;
  fontFaces: string;
  hasRecord: boolean;
};

const query = z.object({ lang: z.string().optional(), token: z.string().max(300).catch('').default('') });
type Query = { Querystring: z.output<typeof query> };

/** POST /users/tell-winners, and the page that takes the wish back: by its button, or by a mail program (RFC 8058). */
export const registerAnnouncementRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { clock, gate, announcement, award } = deps;
  serveCall(app, tellWinners, async ({ body }, request) => {
    const { userId } = await gate.require(request.headers.authorization, clock.now());
    await announcement.want(userId, body.wanted);
    return { success: true as const };
  });

  const frame = createFrame(deps.fontFaces, deps);
  const answer = (request: FastifyRequest<Query>, reply: FastifyReply, outcome?: 'stopped' | 'invalid') => {
    const { token } = request.query;
    const language = languageFor(request);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', frame.policyFor(award()))
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .status(outcome === 'invalid' ? 410 : 200)
      .send(frame.render(award(), stopContent({ token, ...(outcome && { outcome }) }, STOP_PATH, language)));
  };
  const options = { schema: { hide: true, querystring: query } };
  app.register((pages, _options, registered) => {
    // Whatever a mail program sends: the token is in the address.
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, parsed) => parsed(null));
    pages.addHook('onRequest', async (request) => {
      charge(deps.reads, networkOf(observedAddress(request)), clock.now().getTime());
    });
    pages.get<Query>(STOP_PATH, options, (request, reply) => answer(request, reply));
    pages.post<Query>(STOP_PATH, options, async (request, reply) =>
      answer(request, reply, (await announcement.stop(request.query.token)) ? 'stopped' : 'invalid'),
    );
    registered();
  });
};
