import type { Language } from '@laurel/contracts/languages';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { StatisticsItem } from '@laurel/contracts/records';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { observedAddress } from '../../http/client.ts';
import { type Finished, finish } from '../../http/common-answer.ts';
import { acceptForms } from '../../http/form.ts';
import { languageFor } from '../../http/language.ts';
import { charge, type MemoryLimit } from '../../http/memory-limit.ts';
import { networkOf } from '../../http/network.ts';
import { type Award, createFrame } from '../../http/plain-page.ts';
import { isKnown } from '../../http/validators.ts';
import type { Brought } from './brought.policy.ts';
import { type Fields, readCorrection } from './correction.policy.ts';
import { embedPage, embedPolicy, emptyEmbed } from './embed.policy.ts';
import { goneContent, kitContent } from './kit.policy.ts';
import { type NomineeView, nomineeContent } from './page.policy.ts';
import { findNominee, type NomineeKey, shareOf } from './policy.ts';
import { NOMINEE_STYLE } from './style.policy.ts';

export type NomineeDeps = {
  clock: Clock;
  reads: MemoryLimit;
  award(): Award;
  edition(): PublicEdition;
  statistics(): Promise<readonly StatisticsItem[]>;
  /** What a nominee is, in words, and whether that is a victory. */
  standing(key: NomineeKey, language: Language): Promise<NomineeView['standing']>;
  /** What the nominee's link brought, by day. */
  brought(key: NomineeKey): Promise<readonly Brought[]>;
  /** Where the archive has a nomination that this edition does not have, or undefined. */
  pastLink(key: NomineeKey): Promise<string | undefined>;
  /** The nominee whose kit has a secret, or undefined. */
  openKit(secret: string): Promise<NomineeKey | undefined>;
  /** Stores what the nominee suggests; false if that is too often. */
  suggest(secret: string, fields: Fields): Promise<boolean>;
  publicUrl: string;
  /** The font rules of the built page. */
  fontFaces: string;
  /** Whether there is a public record. */
  hasRecord: boolean;
};

const query = z.object({ lang: z.string().optional() });
type Query = { Querystring: z.output<typeof query> };
type Asked = Query & { Params: NomineeKey };
type KitAsked = Query & { Params: { secret: string } };
const form = z.record(z.string(), z.string()).catch({});
const STATUS = { sent: 200, limited: 429, invalid: 400 } as const;

const HTML = 'text/html; charset=utf-8';
/** The most octets of compressed pages in memory, and how long others may keep a page. */
const CACHE_BYTES = 4_000_000;
/** Nobody but the people with the link finds or keeps a kit. */
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' };
const CACHED = { 'cache-control': 'public, max-age=5', vary: 'accept-encoding, accept-language' };

/**
 * A nominee's own page, and a part of it that other sites embed: both are the same for everybody, and without cookies. And the
 * nominee's kit, at its secret address.
 */
export const registerNomineeRoutes = (app: FastifyInstance, deps: NomineeDeps): void => {
  const { clock, reads, award, edition, publicUrl } = deps;
  const frame = createFrame(deps.fontFaces, { hasRecord: deps.hasRecord, hasImages: true, style: NOMINEE_STYLE });
  // By the whole text: a compressed page is found again exactly if nothing on it has changed.
  const kept = new LRUCache<string, Finished>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }, html) => 2 * html.length + body.length,
  });

  const send = (request: FastifyRequest, reply: FastifyReply, html: string, policy: string): FastifyReply => {
    const finished = kept.get(html) ?? finish(html, HTML);
    kept.set(html, finished);
    const { etag, headers, body } = finished.fitting(request.headers['accept-encoding']);
    reply.headers({ ...CACHED, 'content-security-policy': policy, etag });
    return isKnown(request.headers['if-none-match'], etag)
      ? reply.status(304).send()
      : reply.headers(headers).send(body);
  };
  const countRead = (request: FastifyRequest): void =>
    charge(reads, networkOf(observedAddress(request)), clock.now().getTime());
  const viewOf = async (key: NomineeKey, language: Language): Promise<NomineeView | undefined> => {
    const shown = edition();
    const nominee = findNominee(shown, key);
    if (!nominee) return undefined;
    const [statistics, standing] = await Promise.all([deps.statistics(), deps.standing(key, language)]);
    return { edition: shown, nominee, language, publicUrl, standing, share: shareOf(nominee, statistics) };
  };

  const look = (request: FastifyRequest<Asked>): Promise<NomineeView | undefined> => {
    countRead(request);
    return viewOf(request.params, languageFor(request));
  };

  const schema = { hide: true, querystring: query };
  const path = ':nomination/:niche/:company';
  app.get<Asked>(`/n/${path}`, { schema }, async (request, reply) => {
    const view = await look(request);
    if (!view) return reply.redirect((await deps.pastLink(request.params)) ?? '/');
    return send(request, reply, frame.render(award(), nomineeContent(view)), frame.policyFor(award()));
  });
  app.get<Asked>(`/embed/${path}`, { schema }, async (request, reply) => {
    const view = await look(request);
    const shown = edition();
    const elsewhere = async () => `${publicUrl}${(await deps.pastLink(request.params)) ?? '/'}`;
    const html = view ? embedPage(view) : emptyEmbed(shown, languageFor(request), await elsewhere());
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return send(request, reply.status(view ? 200 : 404), html, embedPolicy(shown.look?.accent));
  });
  const kit = async (request: FastifyRequest<KitAsked>, reply: FastifyReply): Promise<FastifyReply> => {
    countRead(request);
    const { secret } = request.params;
    const path = `/kit/${encodeURIComponent(secret)}`;
    const language = languageFor(request);
    const key = await deps.openKit(secret);
    const view = key && (await viewOf(key, language));
    const sent = view && request.body ? readCorrection(view.nominee.company, form.parse(request.body)) : undefined;
    if (sent?.outcome === 'sent' && !(await deps.suggest(secret, sent.changes))) sent.outcome = 'limited';
    return reply
      .status(view ? STATUS[sent?.outcome ?? 'sent'] : 404)
      .headers({ ...PRIVATE, 'content-security-policy': frame.policyFor(award()) })
      .type(HTML)
      .send(
        frame.render(
          award(),
          view && key ? kitContent(view, path, await deps.brought(key), sent) : goneContent(language, path),
        ),
      );
  };
  app.get<KitAsked>('/kit/:secret', { schema }, kit);
  app.register((forms, _options, done) => {
    acceptForms(forms);
    forms.post<KitAsked>('/kit/:secret', { schema }, kit);
    done();
  });
};
