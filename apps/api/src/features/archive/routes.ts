import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { StatisticsItem } from '@laurel/contracts/records';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Clock } from '../../clock.ts';
import { observedAddress } from '../../http/client.ts';
import { languageFor } from '../../http/language.ts';
import { charge, type MemoryLimit } from '../../http/memory-limit.ts';
import { networkOf } from '../../http/network.ts';
import { type Award, createFrame } from '../../http/plain-page.ts';
import { etagOf, isKnown } from '../../http/validators.ts';
import { archiveHead } from './head.policy.ts';
import { type ArchiveView, archiveContent } from './page.policy.ts';
import { ARCHIVE_STYLE } from './page-style.policy.ts';
import { fontsBelow, pagePath } from './policy.ts';
import type { Archive } from './service.ts';

type Deps = {
  clock: Clock;
  reads: MemoryLimit;
  archive: Archive;
  /** The year of the edition that this process serves. */
  year: number;
  award(): Award;
  edition(): PublicEdition;
  statistics(): Promise<readonly StatisticsItem[]>;
  people(): Promise<number | null>;
  decisions(): Promise<number>;
  publicUrl: string;
  /** The font rules of the built page. */
  fontFaces: string;
  /** Whether there is a public record. */
  hasRecord: boolean;
};

const query = z.object({ lang: z.string().optional() });
type Query = { Querystring: z.output<typeof query> };
type Past = Query & { Params: { year: string; '*': string } };

/**
 * The page of a year, /2025/: of the current edition once its winners are announced, and of archived editions as it was stored, with
 * their decisions, record and pictures.
 */
export const registerArchiveRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { clock, reads, archive, year, award, edition, publicUrl, hasRecord } = deps;
  const frame = createFrame(fontsBelow(deps.fontFaces, year), { hasRecord, hasImages: true, style: ARCHIVE_STYLE });
  const schema = { hide: true, querystring: query };
  const countRead = (request: FastifyRequest): void => {
    charge(reads, networkOf(observedAddress(request)), clock.now().getTime());
  };

  app.get<Query>(`/${year}/`, { schema }, async (request, reply) => {
    countRead(request);
    const shown = edition();
    // Until then the award's own page shows all there is.
    if (shown.phase !== 'announced') return reply.redirect('/');
    const language = languageFor(request);
    const [statistics, people, decisions] = await Promise.all([deps.statistics(), deps.people(), deps.decisions()]);
    const shownAward = award();
    const view: ArchiveView = { edition: shown, statistics, people, decisions, hasRecord };
    const head = archiveHead({ edition: shown, language, url: `${publicUrl}/${year}` });
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', frame.policyFor(shownAward))
      .header('cache-control', 'no-store')
      .header('vary', 'accept-language')
      .send(frame.render(shownAward, { ...archiveContent(view, language), head }));
  });

  // Fonts of a later build have other names, so an archived page has its own.
  app.get<Past>(`/${year}/assets/*`, { schema }, (request, reply) => reply.redirect(`/assets/${request.params['*']}`));

  const sendPast = async (request: FastifyRequest<Past>, reply: FastifyReply): Promise<FastifyReply> => {
    countRead(request);
    const [past, page] = [Number(request.params.year), request.params['*'] ?? ''];
    const plain = await archive.answer(past, `/${past}/${page}`);
    const stored = plain ?? (await archive.answer(past, pagePath(past, page, languageFor(request))));
    if (!stored) throw new AppError('request.not_found');
    const etag = etagOf(stored.body);
    reply.headers({ ...stored.headers, 'cache-control': 'public, max-age=3600', vary: 'accept-language', etag });
    return isKnown(request.headers['if-none-match'], etag) ? reply.status(304).send() : reply.send(stored.body);
  };
  app.get<Past>('/:year(^\\d{4}$)/*', { schema }, sendPast);
  app.get<Past>('/:year(^\\d{4}$)', { schema }, (request, reply) => reply.redirect(`/${request.params.year}/`, 301));
};
