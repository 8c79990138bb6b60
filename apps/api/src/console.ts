import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { nextRequestId } from './crypto/random.ts';
import { registerAuditConsoleRoutes } from './features/audit/routes.ts';
import { registerAlarmConsoleRoutes } from './features/clusters/alarm.routes.ts';
import { registerClusterConsoleRoutes } from './features/clusters/console.routes.ts';
import { registerEditionConsoleRoutes } from './features/edition/console.routes.ts';
import { registerEditorRoutes } from './features/edition/editor.routes.ts';
import { registerEntriesConsoleRoutes } from './features/entries/console.routes.ts';
import { registerExclusionConsoleRoutes } from './features/exclusions/console.routes.ts';
import { registerIntegrationRoutes } from './features/integrations/routes.ts';
import { registerMessagesConsoleRoutes } from './features/messages/routes.ts';
import { registerKitConsoleRoutes } from './features/nominees/console.routes.ts';
import { registerPhasesConsoleRoutes } from './features/phases/console.routes.ts';
import { registerPreviewConsoleRoutes } from './features/preview/console.routes.ts';
import { registerRemindersConsoleRoutes } from './features/reminders/routes.ts';
import { registerResultsConsoleRoutes } from './features/results/routes.ts';
import { registerReviewsConsoleRoutes } from './features/social/reviews.routes.ts';
import { registerStageConsoleRoutes } from './features/stage/routes.ts';
import { registerVotersConsoleRoutes } from './features/support/routes.ts';
import { registerTeamConsoleRoutes } from './features/team/routes.ts';
import { registerSessionConsoleRoutes } from './features/team/session.routes.ts';
import { registerTonightConsoleRoutes } from './features/tonight/routes.ts';
import { registerVisitsConsoleRoutes } from './features/visits/routes.ts';
import { registerYearsConsoleRoutes } from './features/years/console.routes.ts';
import { guardConsole } from './http/console-guard.ts';
import { answerUnreadable, answerUnroutable, handleFailures } from './http/failures.ts';
import { acceptEmptyJson } from './http/json-body.ts';
import { SECURITY_HEADERS, STRICT_TRANSPORT } from './http/security-headers.ts';
import type { ConsoleDeps } from './wiring/console.ts';
import { registerConsolePage } from './wiring/console-page.ts';
import { registerOpenApi } from './wiring/openapi.ts';

/** The body limit of a call, bytes. Uploads have their own. */
export const CONSOLE_BODY_LIMIT = 64 * 1024;
/** The time in which a request, also an upload, must have arrived, milliseconds. */
export const CONSOLE_REQUEST_MS = 60_000;

/**
 * Builds the organisers' console: an application of its own, on its own port and origin, which shares no route with the
 * voters' site.
 * @param consoleDir the folder of the built console; without it only the API is served
 */
export const buildConsole = async (deps: ConsoleDeps, consoleDir: string | undefined): Promise<FastifyInstance> => {
  const { config, consoleUrl } = deps;
  const headers = { ...SECURITY_HEADERS, ...(consoleUrl.startsWith('https:') ? STRICT_TRANSPORT : {}) };
  const logger: FastifyBaseLogger = deps.logger;
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUST_PROXY ?? false,
    bodyLimit: CONSOLE_BODY_LIMIT,
    genReqId: nextRequestId,
    childLoggerFactory: (parent) => parent,
    requestTimeout: CONSOLE_REQUEST_MS,
    clientErrorHandler: answerUnreadable(headers),
    frameworkErrors: answerUnroutable(headers),
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  // Another site's form can send text, but not JSON.
  app.removeContentTypeParser('text/plain');
  acceptEmptyJson(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleFailures(app, headers, !config.production);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  await app.register(cookie);
  await registerOpenApi(app, consoleUrl, headers);
  guardConsole(app, { ...deps, origin: consoleUrl });
  registerSessionConsoleRoutes(app, deps);
  registerTeamConsoleRoutes(app, deps);
  registerVotersConsoleRoutes(app, deps);
  registerReviewsConsoleRoutes(app, deps);
  registerEditionConsoleRoutes(app, deps);
  registerEditorRoutes(app, deps);
  registerPreviewConsoleRoutes(app, deps);
  registerKitConsoleRoutes(app, deps);
  registerEntriesConsoleRoutes(app, deps);
  registerYearsConsoleRoutes(app, deps);
  registerPhasesConsoleRoutes(app, deps);
  registerTonightConsoleRoutes(app, deps);
  registerVisitsConsoleRoutes(app, deps);
  registerResultsConsoleRoutes(app, deps);
  registerStageConsoleRoutes(app, deps);
  registerMessagesConsoleRoutes(app, deps);
  registerRemindersConsoleRoutes(app, deps);
  registerAuditConsoleRoutes(app, deps);
  registerExclusionConsoleRoutes(app, deps);
  registerClusterConsoleRoutes(app, deps);
  registerAlarmConsoleRoutes(app, deps);
  registerIntegrationRoutes(app, deps);
  if (consoleDir !== undefined) await registerConsolePage(app, consoleDir);
  return app;
};
