import { batched } from '../concurrency/batched.ts';
import type { Statistics } from '../features/statistics/service.ts';
import { createGateway } from '../realtime/gateway.ts';
import { type EventListener, startEventListener } from '../realtime/listener.ts';
import { statusesOfEvents } from '../realtime/store.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Metrics } from './metrics.ts';

/** The most verifications whose status one query reads. */
const STATUSES_AT_ONCE = 256;

/** Wires the STOMP endpoint and the listener for other processes' changes. */
export const wireRealtime = (
  { config, databaseUrl, db, logger }: Infrastructure,
  metrics: Metrics,
  statistics: Statistics,
) => {
  const onError = (error: unknown): void => logger.warn({ err: error }, 'the realtime endpoint had trouble');
  const gateway = createGateway({
    // Clients may ask for any event id, real or not: all their reads share one connection.
    statusOf: batched((hashes) => statusesOfEvents(db, hashes), STATUSES_AT_ONCE),
    listenToStatistics: statistics.listen,
    subscriptions: config.limits.sockets.subscriptions,
    onSlowConsumer: () => metrics.slowConsumers.inc(),
    onError,
  });
  let listener: EventListener | undefined;
  const events = {
    start: async () => {
      listener = await startEventListener({
        url: config.DATABASE_LISTEN_URL ?? databaseUrl,
        onEvent: ({ topic }) => {
          void gateway.statusChanged(topic);
        },
        onGap: gateway.allStatusesMayHaveChanged,
        onError,
      });
    },
    close: () => listener?.close(),
  };
  return { gateway, events };
};
