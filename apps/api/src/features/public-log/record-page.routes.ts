import { createHash } from 'node:crypto';
import type { LogStatus } from '@laurel/contracts/calls/log';
import { inLanguage, type Language } from '@laurel/contracts/languages';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Clock } from '../../clock.ts';
import { observedAddress } from '../../http/client.ts';
import { inlineJson } from '../../http/inline-json.ts';
import { languageFor } from '../../http/language.ts';
import { charge, type MemoryLimit } from '../../http/memory-limit.ts';
import { networkOf } from '../../http/network.ts';
import { type Award, type Content, createFrame } from '../../http/plain-page.ts';
import { RECORD_STYLE, recordContent } from './record-page.policy.ts';
import type { RecordFiles } from './record-page.store.ts';
import { TEXTS } from './record-page-texts.policy.ts';
import { type Names, REPORT_STYLE, reportContent } from './report-page.policy.ts';
import type { Renamed } from './reports.store.ts';
import type { ShownReport } from './status.service.ts';
import { witnessContent } from './witness-page.policy.ts';

type Deps = {
  clock: Clock;
  reads: MemoryLimit;
  award(): Award;
  /** The log as GET /edition describes it; null without a log. */
  publicLog(): PublicEdition['log'];
  status(): Promise<LogStatus | undefined>;
  report(): Promise<ShownReport | undefined>;
  /** The names of the edition's nominees. */
  nominees(): Names;
  publicUrl: string;
  /** The tags whose name changed within the log. */
  renamed(): Promise<readonly Renamed[]>;
  files: RecordFiles;
  /** The font rules of the built page. */
  fontFaces: string;
  /** The year of the edition, whose page /2025/ has the record, too. */
  year: number;
};

const query = z.object({ lang: z.string().optional() });
type Query = { Querystring: z.output<typeof query> };

const DOWNLOADS = {
  'verify.html': 'text/html; charset=utf-8',
  'verify.py': 'text/x-python; charset=utf-8',
} as const;

/** The page about the public record, and the verifiers to download. */
export const registerRecordPageRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { clock, reads, award, publicLog, status, report, renamed, files, fontFaces, year } = deps;
  const frame = createFrame(fontFaces, { hasRecord: true, hasScripts: true, style: RECORD_STYLE });
  const countRead = (request: FastifyRequest): void => {
    charge(reads, networkOf(observedAddress(request)), clock.now().getTime());
  };
  const plainFrame = createFrame(fontFaces, { hasRecord: true, style: REPORT_STYLE });
  const addressOf = (origin: string) => origin.slice(origin.indexOf('/'));
  /** The pages beside the record that need no script: undefined while there is none. */
  const plainPages = {
    report: async (shown: Award, language: Language, base: string): Promise<Content | undefined> => {
      const found = await report();
      if (found === undefined) return undefined;
      const path = `${addressOf(found.report.origin)}/report`;
      const digest = createHash('sha256').update(found.text).digest('hex');
      const view = { ...found, digest, path, url: `${deps.publicUrl}${path}` };
      return reportContent(view, shown, deps.nominees(), language, base);
    },
    witness: async (shown: Award, language: Language, base: string): Promise<Content | undefined> => {
      const log = publicLog();
      if (log === null) return undefined;
      const { verifierKey, origin } = log;
      return witnessContent({ verifierKey, path: addressOf(origin), publicUrl: deps.publicUrl }, shown, language, base);
    },
  };
  for (const base of ['', `/${year}`]) {
    app.get<Query>(`${base}/record`, { schema: { hide: true, querystring: query } }, async (request, reply) => {
      countRead(request);
      const log = publicLog();
      if (log === null) throw new AppError('request.not_found');
      const language = languageFor(request);
      const shown = award();
      const path = addressOf(log.origin);
      const view = {
        status: await status(),
        renamed: await renamed(),
        verifierKey: log.verifierKey,
        path,
        hasReport: (await report()) !== undefined,
        script: files.script,
      };
      const data = { log, texts: inLanguage(TEXTS, language).script, categories: titlesIn(shown, language) };
      const end =
        files.script === undefined
          ? ''
          : `<script type="application/json" id="record-data">${inlineJson(data)}</script><script type="module" src="${files.script}"></script>`;
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', frame.policyFor(shown))
        .header('cache-control', 'no-store')
        .header('vary', 'accept-language')
        .send(frame.render(shown, { ...recordContent(view, shown, language, base), end }));
    });
    for (const [page, contentOf] of Object.entries(plainPages)) {
      app.get<Query>(
        `${base}/record/${page}`,
        { schema: { hide: true, querystring: query } },
        async (request, reply) => {
          countRead(request);
          const shown = award();
          const content = await contentOf(shown, languageFor(request), base);
          if (content === undefined) throw new AppError('request.not_found');
          return reply
            .type('text/html; charset=utf-8')
            .header('content-security-policy', plainFrame.policyFor(shown))
            .header('cache-control', 'no-store')
            .header('vary', 'accept-language')
            .send(plainFrame.render(shown, content));
        },
      );
    }
  }
  const downloads = Object.entries(DOWNLOADS).flatMap(([name, type]) =>
    ['', `/${year}`].map((base) => ({ name, type, base })),
  );
  for (const { name, type, base } of downloads) {
    app.get(`${base}/record/${name}`, { schema: { hide: true } }, async (request, reply) => {
      countRead(request);
      const bytes = files.verifiers.get(name);
      if (bytes === undefined) throw new AppError('request.not_found');
      return (
        reply
          .type(type)
          // A download: as a page of this site, it would run with the site's rights.
          .header('content-disposition', `attachment; filename="${name}"`)
          .header('cache-control', 'public, max-age=3600')
          .send(bytes)
      );
    });
  }
};

const titlesIn = ({ categories }: Award, language: Language): Record<string, string> =>
  Object.fromEntries([...categories].map(([name, title]) => [name, title[language]]));
