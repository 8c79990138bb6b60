import { SOCKET_PATH, STATISTICS_TOPIC } from '@laurel/contracts/destinations';
import { until } from '@laurel/support/until';
import { Client } from '@stomp/stompjs';
import { WebSocket } from 'ws';

/** The page's own first delay before it connects again. */
const RECONNECT_MS = 5_000;

/** Clients that subscribe to the percentages, and reconnect like the page. */
export const startAudience = async (origin: string, size: number) => {
  const gaps: number[] = [];
  const heardAt: number[] = [];
  const clients = Array.from({ length: size }, (_, index) => {
    let lostAt: number | undefined;
    const client = new Client({
      webSocketFactory: () => new WebSocket(`${origin.replace('http', 'ws')}${SOCKET_PATH}`, ['v12.stomp']),
      reconnectDelay: RECONNECT_MS,
    });
    client.onConnect = () => {
      if (lostAt !== undefined) gaps.push(performance.now() - lostAt);
      lostAt = undefined;
      client.subscribe(STATISTICS_TOPIC, () => {
        heardAt[index] = performance.now();
      });
    };
    client.onWebSocketClose = () => {
      lostAt ??= performance.now();
    };
    client.activate();
    return client;
  });
  await until('every client to be connected', () => clients.every(({ connected }) => connected));
  return {
    /** The duration of each lost connection, milliseconds. */
    gaps,
    /** How many clients have received new percentages after a time. */
    heardSince: (moment: number): number => heardAt.filter((at) => at > moment).length,
    leave: async () => {
      await Promise.all(clients.map((client) => client.deactivate()));
    },
  };
};
