import { decisions as decisionsCall } from '@laurel/contracts/calls/decisions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { ok, serveCall } from '../../http/call.ts';
import { observedAddress } from '../../http/client.ts';
import { acceptForms } from '../../http/form.ts';
import { languageFor } from '../../http/language.ts';
import { charge, type MemoryLimit } from '../../http/memory-limit.ts';
import { networkOf } from '../../http/network.ts';
import { type Award, createFrame } from '../../http/plain-page.ts';
import type { ObjectionDesk } from './objection.service.ts';
import { OBJECTION_PATH, type ObjectionView, objectionContent } from './objection-page.policy.ts';
import { decisionsContent } from './page.policy.ts';
import type { Decisions } from './service.ts';

type Deps = {
  clock: Clock;
  decisions: Decisions;
  objectionDesk: ObjectionDesk;
  reads: MemoryLimit;
  award(): Award;
  /** The font rules of the built page. */
  fontFaces: string;
  /** Whether there is a public record. */
  hasRecord: boolean;
  /** The year of the edition, whose page /2025/ has the decisions, too. */
  year: number;
};

/** The most bytes of a form: 2,000 characters, percent-encoded, and the token. */
export const FORM_BYTES = 32 * 1024;
const TRY_AGAIN_SECONDS = 600;

const query = z.object({ lang: z.string().optional(), token: z.string().max(200).catch('').optional() });
const form = z.object({ token: z.string().catch(''), text: z.string().catch('') });
type Query = { Querystring: z.output<typeof query> };

const statusOf = (view: ObjectionView): number => {
  if (view.kind === 'invalid') return 410;
  if (view.kind !== 'form' || view.problem === undefined) return 200;
  return view.problem === 'limited' ? 429 : 400;
};

/**
 * The public list of decisions to leave votes out of the count, as a page and as JSON; and the page on which people
 * concerned object. The pages run no scripts.
 */
export const registerDecisionRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { clock, decisions, objectionDesk, reads, award } = deps;
  const frame = createFrame(deps.fontFaces, deps);
  const countRead = (request: FastifyRequest): void => {
    charge(reads, networkOf(observedAddress(request)), clock.now().getTime());
  };
  const asPage = (reply: FastifyReply): FastifyReply =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', frame.policyFor(award()))
      .header('cache-control', 'no-store')
      .header('vary', 'accept-language');

  serveCall(app, decisionsCall, async (_input, request) => {
    countRead(request);
    return ok(await decisions.published());
  });
  for (const base of ['', `/${deps.year}`]) {
    app.get<Query>(`${base}/decisions`, { schema: { hide: true, querystring: query } }, async (request, reply) => {
      countRead(request);
      const language = languageFor(request);
      const shown = award();
      const content = decisionsContent(await decisions.published(), shown.categories, language, base);
      return asPage(reply).send(frame.render(shown, content));
    });
  }

  const answer = (request: FastifyRequest<Query>, reply: FastifyReply, view: ObjectionView): FastifyReply => {
    const shown = award();
    const content = objectionContent(view, languageFor(request), shown.supportEmail);
    const status = statusOf(view);
    if (status === 429) reply.header('retry-after', String(TRY_AGAIN_SECONDS));
    return asPage(reply).header('x-robots-tag', 'noindex').status(status).send(frame.render(shown, content));
  };
  app.get<Query>(OBJECTION_PATH, { schema: { hide: true, querystring: query } }, async (request, reply) => {
    countRead(request);
    return answer(request, reply, await objectionDesk.open(request.query.token ?? '', clock.now()));
  });
  app.register((forms, _options, done) => {
    acceptForms(forms);
    forms.post<Query>(
      OBJECTION_PATH,
      { schema: { hide: true, querystring: query }, bodyLimit: FORM_BYTES },
      async (request, reply) => {
        countRead(request);
        const { token, text } = form.parse(request.body ?? {});
        const network = networkOf(observedAddress(request));
        return answer(request, reply, await objectionDesk.make({ token, text, network }, clock.now()));
      },
    );
    done();
  });
};
