// A server with nothing but sockets. MODE=stomp: Laurel's gateway and routes; MODE=bare: a loop over `ws` that sends
// the same bytes. GET /push?count=N sends N messages to everyone, one after the other.
import websocket from '@fastify/websocket';
import { createGateway } from '@laurel/api/realtime/gateway';
import { registerRealtimeRoutes } from '@laurel/api/realtime/routes';
import type { StatisticsItem } from '@laurel/contracts/records';
import Fastify from 'fastify';
import type { WebSocket } from 'ws';
import { serve } from '../serve.ts';

const items = Array.from(
  { length: 3 },
  (_, category): StatisticsItem => ({
    nomination: `nomination-${category}`,
    niche: 'crypto',
    results: Array.from({ length: 6 }, (_company, index) => ({ company: `company-${index}`, percentage: 16.67 })),
  }),
);

const app = Fastify();
let push: () => void = () => {};

if (process.env.MODE === 'stomp') {
  const gateway = createGateway({
    statusOf: async () => undefined,
    listenToStatistics: (changed) => {
      push = () => changed(items);
      return () => {};
    },
    subscriptions: 20,
    onSlowConsumer: () => process.stderr.write('a consumer was cut off\n'),
    onError: (error) => process.stderr.write(`${error}\n`),
  });
  await registerRealtimeRoutes(app, { gateway, perNetwork: 1e6, publicUrl: 'http://localhost' });
} else {
  const sockets = new Set<WebSocket>();
  const body = JSON.stringify(items);
  const frame = Buffer.from(
    `MESSAGE\nsubscription:sub-0\nmessage-id:1\ndestination:/topic/statistics\ncontent-type:application/json\ncontent-length:${body.length}\n\n${body}\0`,
  );
  await app.register(websocket, { options: { perMessageDeflate: false } });
  app.get('/ws', { websocket: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  push = () => {
    for (const socket of sockets) socket.send(frame, { binary: true });
  };
}

app.get<{ Querystring: { count: string } }>('/push', async (request) => {
  for (let sent = 0; sent < Number(request.query.count); sent++) {
    push();
    // As in life, the loop turns between two pushes.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { sent: true };
});

await serve(app);
