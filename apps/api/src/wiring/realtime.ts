import type { VerificationStatus } from '@laurel/contracts/verification';
import type { Statistics } from '../features/statistics/service.ts';
import { createGateway } from '../realtime/gateway.ts';
import { startEventListener } from '../realtime/listener.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Metrics } from './metrics.ts';

type Deps = {
  statusOf(hash: string): Promise<VerificationStatus | undefined>;
  statistics: Statistics;
};

/** Wires the STOMP endpoint and the listener for other processes' changes. */
export const wireRealtime = (
  { config, databaseUrl, logger }: Infrastructure,
  metrics: Metrics,
  { statusOf, statistics }: Deps,
) => {
  const onError = (error: unknown): void => logger.warn({ err: error }, 'the realtime endpoint had trouble');
  const gateway = createGateway({
    statusOf,
    listenToStatistics: statistics.listen,
    subscriptions: config.limits.sockets.subscriptions,
    onSlowConsumer: () => metrics.slowConsumers.inc(),
    onError,
  });
  return {
    gateway,
    startEvents: () =>
      startEventListener({
        url: config.DATABASE_LISTEN_URL ?? databaseUrl,
        onEvent: ({ topic }) => {
          void gateway.statusChanged(topic);
        },
        onGap: gateway.allStatusesMayHaveChanged,
        onError,
      }),
  };
};
