// A server with nothing but sockets. MODE=stomp: Laurel's gateway and routes; MODE=bare: a loop over `ws` that sends
// the same bytes. GET /push?count=N sends N messages to all sockets, one after another.
import websocket from '@fastify/websocket';
import { createGateway } from '@laurel/api/realtime/gateway';
import { registerRealtimeRoutes } from '@laurel/api/realtime/routes';
import Fastify from 'fastify';
import type { WebSocket } from 'ws';
import { serve } from '../serve.ts';
import { ITEMS, MESSAGE_BODY } from './statistics-message.ts';

const app = Fastify();
let push: () => Promise<void> = async () => {};

if (process.env.MODE === 'stomp') {
  const gateway = createGateway({
    statusOf: async () => undefined,
    listenToStatistics: (changed) => {
      push = () => changed(ITEMS);
      return () => {};
    },
    subscriptions: 20,
    onSlowConsumer: () => process.stderr.write('a consumer was cut off\n'),
    onError: (error) => process.stderr.write(`${error}\n`),
  });
  await registerRealtimeRoutes(app, { gateway, perNetwork: 1e6, publicUrl: 'http://localhost' });
} else {
  const sockets = new Set<WebSocket>();
  const frame = Buffer.from(
    `MESSAGE\nsubscription:sub-0\nmessage-id:1\ndestination:/topic/statistics\ncontent-type:application/json\ncontent-length:${MESSAGE_BODY.length}\n\n${MESSAGE_BODY}\0`,
  );
  await app.register(websocket, { options: { perMessageDeflate: false } });
  app.get('/ws', { websocket: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  push = async () => {
    for (const socket of sockets) socket.send(frame, { binary: false });
  };
}

app.get<{ Querystring: { count: string } }>('/push', async (request) => {
  for (let sent = 0; sent < Number(request.query.count); sent++) {
    await push();
    // As in production, the event loop runs between two pushes.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { sent: true };
});

await app.ready();
await serve(app.server);
