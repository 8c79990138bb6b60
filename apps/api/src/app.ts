import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { nextRequestId } from './crypto/random.ts';
import type { Deps } from './deps.ts';
import { isMovable } from './dev/clock.ts';
import { registerDevRoutes } from './dev/routes.ts';
import { registerSessionRoutes } from './features/account/login.routes.ts';
import { registerMailboxRoutes } from './features/account/mailbox.routes.ts';
import { registerAccountRoutes } from './features/account/routes.ts';
import { registerAnnouncementRoutes } from './features/announcement/routes.ts';
import { registerArchiveRoutes } from './features/archive/routes.ts';
import { registerDecisionRoutes } from './features/decisions/routes.ts';
import { editionAnswer, registerEditionRoutes } from './features/edition/routes.ts';
import { registerEntryRoutes } from './features/entries/routes.ts';
import { registerNomineeRoutes } from './features/nominees/routes.ts';
import { registerHealthRoutes, registerMetricsRoute } from './features/operations/routes.ts';
import { registerPageRoutes } from './features/page/routes.ts';
import { registerShareRoutes } from './features/page/share.routes.ts';
import { registerPhoneRoutes } from './features/phone/routes.ts';
import { registerPreviewRoutes } from './features/preview/routes.ts';
import { registerRecordPageRoutes } from './features/public-log/record-page.routes.ts';
import { readRecordFiles } from './features/public-log/record-page.store.ts';
import { registerLogRoutes } from './features/public-log/routes.ts';
import { registerSocialRoutes } from './features/social/routes.ts';
import { registerOverlayRoutes } from './features/stage/overlay.routes.ts';
import { statisticsAnswer, turnoutAnswer } from './features/statistics/routes.ts';
import { registerTwoFactorRoutes } from './features/two-factor/routes.ts';
import { registerUnsubscribingRoutes } from './features/unsubscribing/routes.ts';
import { registerVoteRoutes } from './features/votes/routes.ts';
import { addressReader } from './http/client.ts';
import { type CommonAnswer, serveCommonAnswer } from './http/common-answer.ts';
import { earlyServer } from './http/early-answer.ts';
import { answerUnreadable, answerUnroutable, handleFailures } from './http/failures.ts';
import { acceptEmptyJson } from './http/json-body.ts';
import { SECURITY_HEADERS, STRICT_TRANSPORT } from './http/security-headers.ts';
import { isSocketUpgrade, registerRealtimeRoutes } from './realtime/routes.ts';
import { registerOpenApi } from './wiring/openapi.ts';

/** The body limit, bytes. The largest valid payload is a registration, well under this. */
export const BODY_LIMIT = 16 * 1024;
/** How long a request may take to arrive, and how long an idle connection stays open, milliseconds. */
export const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 72_000;
/** How long a slow client may leave part of a response unread, milliseconds. */
const READ_TIMEOUT_MS = 60_000;
/** How long the proxy in front may still use its idle connections after a stop, milliseconds. */
const IDLE_AFTER_STOP_MS = 1_500;

/** Builds the HTTP application: plugins, then the routes of each feature. */
export const buildApp = async (deps: Deps): Promise<FastifyInstance> => {
  const { config, metrics } = deps;
  const logger: FastifyBaseLogger = deps.logger;
  const headers = { ...SECURITY_HEADERS, ...(deps.publicUrl.startsWith('https:') ? STRICT_TRANSPORT : {}) };
  const commonDeps = {
    ...deps,
    headers,
    addressOf: addressReader(config.TRUST_PROXY),
    answered: (route: string, status: number) => metrics.requests.inc({ route, status: String(status) }),
  };
  /** The same answer of any year: `?edition=2025`. */
  const ofYears = (answer: CommonAnswer): CommonAnswer => ({
    ...answer,
    past: async (year) => (year === deps.edition.year ? answer.current() : deps.archive.call(year, answer.url)),
  });
  const commonAnswers = [
    ofYears(statisticsAnswer(deps.statistics)),
    turnoutAnswer(deps.turnout),
    ofYears(editionAnswer(deps)),
  ].map((each) => serveCommonAnswer(commonDeps, each));
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUST_PROXY ?? false,
    bodyLimit: BODY_LIMIT,
    genReqId: nextRequestId,
    // One logger for all requests: its lines name the request id, so child loggers are not needed.
    childLoggerFactory: (parent) => parent,
    serverFactory: earlyServer(
      (request, response) => commonAnswers.some(({ early }) => early(request, response)),
      {
        requestTimeout: REQUEST_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        readTimeout: READ_TIMEOUT_MS,
        idleAfterStop: config.production ? IDLE_AFTER_STOP_MS : 0,
      },
      isSocketUpgrade,
    ),
    clientErrorHandler: answerUnreadable(headers),
    frameworkErrors: answerUnroutable(headers),
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // Requests over connections that were open before the stop are answered as usual.
    return503OnClosing: false,
  });
  acceptEmptyJson(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleFailures(app, headers, !config.production);
  await registerOpenApi(app, deps.publicUrl, headers);
  // Registered outside of the plugin with the hooks: these routes set all headers and count their responses themselves.
  for (const { register } of commonAnswers) register(app);
  const otherRoutes: FastifyPluginAsync = async (site) => {
    site.addHook('onRequest', (_request, reply, done) => {
      reply.headers(headers);
      done();
    });
    site.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'none';
      metrics.answered(route, reply.statusCode, reply.elapsedTime);
      const { method, url, headers: sent } = request;
      if (reply.statusCode < 300) {
        deps.visits.note({ method, route, url, referer: sent.referer, agent: sent['user-agent'] });
      }
      request.log.debug(
        { reqId: request.id, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'answered',
      );
      done();
    });
    await site.register(cookie);
    await registerFeatures(site, deps);
  };
  await app.register(otherRoutes);
  return app;
};

/** Registers the routes of each feature. */
const registerFeatures = async (app: FastifyInstance, deps: Deps): Promise<void> => {
  registerHealthRoutes(app, deps);
  if (deps.config.METRICS_PORT === undefined) registerMetricsRoute(app, deps.metrics);
  registerAccountRoutes(app, deps);
  registerMailboxRoutes(app, deps);
  registerSessionRoutes(app, deps);
  registerTwoFactorRoutes(app, deps);
  registerPhoneRoutes(app, deps);
  registerSocialRoutes(app, deps);
  await deps.registerProviderWebhooks(app);
  registerVoteRoutes(app, deps);
  registerEntryRoutes(app, deps);
  registerEditionRoutes(app, deps);
  registerLogRoutes(app, { ...deps, ...deps.publicLog, receipts: deps.receiptsOf, past: deps.pastLogs });
  await registerRealtimeRoutes(app, {
    gateway: deps.gateway,
    perNetwork: deps.config.limits.sockets.network,
    publicUrl: deps.publicUrl,
  });
  // Only development has an inbox and a movable clock.
  if (deps.inbox && isMovable(deps.clock)) {
    const { inbox, clock, playTelegram, playReviewer } = deps;
    await registerDevRoutes(app, { inbox, clock, playTelegram, playReviewer });
  }
  registerShareRoutes(app, deps);
  const hasRecord = deps.publicLog.log !== undefined;
  const fontFaces = deps.page?.fontFaces ?? '';
  registerAnnouncementRoutes(app, deps);
  registerUnsubscribingRoutes(app, { ...deps, fontFaces, hasRecord });
  registerDecisionRoutes(app, { ...deps, fontFaces, hasRecord });
  registerArchiveRoutes(app, { ...deps, ...deps.archivePage, fontFaces, hasRecord });
  const { standing } = deps.share;
  const { brought } = deps.visits;
  registerNomineeRoutes(app, { ...deps, ...deps.archivePage, standing, brought, fontFaces, hasRecord });
  registerOverlayRoutes(app, { fontFaces, edition: deps.currentEdition });
  if (deps.publicLog.log) {
    const files = await readRecordFiles(deps.page?.assetsDir);
    const publicLog = () => deps.editionService.at(deps.clock.now()).edition.log;
    const { status, renamed, report } = deps.publicLog.log;
    registerRecordPageRoutes(app, { ...deps, publicLog, status, renamed, report, files, fontFaces });
  }
  const { webDir } = deps;
  if (webDir !== undefined) await registerPreviewRoutes(app, { ...deps, webDir, fontFaces, hasRecord });
  if (deps.page)
    await registerPageRoutes(app, {
      page: deps.page,
      edition: deps.edition,
      data: deps.pageData,
      head: deps.share.head,
      pastLink: deps.pastLink,
      ipLookupUrl: deps.config.IP_LOOKUP_URL,
      publicUrl: deps.publicUrl,
    });
};
