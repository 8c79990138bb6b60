import { once } from 'node:events';
import { chatSend, chatTopic } from '@laurel/contracts/destinations';
import { serve } from '@laurel/support/harness';
import { useTestApi } from '@laurel/support/hooks';
import { exchange } from '@laurel/support/raw-http';
import { sized } from '@laurel/support/scale';
import { connectStomp } from '@laurel/support/stomp';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { heldBytes } from '../heap.ts';
import { streams } from '../streams.ts';

const GROWTH_BYTES = 32 * 1024 * 1024;

describe('octets against the gateway, over real sockets', () => {
  let port: number;
  const api = useTestApi({ LIMITS_SOCKETS_NETWORK: '100000' });
  beforeAll(async () => {
    await api.deps.start();
    port = await serve(api);
  });

  /** Opens a socket, sends everything, and leaves without closing. */
  const attack = async (stream: readonly Uint8Array[]): Promise<void> => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, ['v12.stomp']);
    socket.on('error', () => undefined);
    await once(socket, 'open');
    for (const octets of stream) socket.send(octets);
    socket.ping();
    // Either it is answered after everything was read, or it was closed.
    await Promise.race([once(socket, 'pong'), once(socket, 'close')]);
    socket.terminate();
  };

  const UPGRADE =
    'GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

  /** The same below WebSocket: invalid frames. */
  const attackBelow = async (octets: Uint8Array): Promise<void> => {
    const bytes = Buffer.concat([Buffer.from(UPGRADE), octets]);
    const { text: received } = await exchange(port, bytes, undefined, (socket) => socket.end());
    if (!received.startsWith('HTTP/1.1 101')) throw new Error(`no socket: ${received}`);
  };

  it('disturb no other client, and leave nothing behind', async () => {
    const eventId = 'q0Vb3v1xJ8mBq7nZ2bWc4B';
    const bystander = await connectStomp(`http://127.0.0.1:${port}`, '1.2');
    await bystander.subscribe('/topic/statistics');
    await bystander.subscribe(chatTopic(eventId));
    const below = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 80 }),
      // A complete frame header with random bits, followed by too few or too many octets.
      fc
        .tuple(fc.nat(255), fc.nat(255), fc.uint8Array({ maxLength: 40 }))
        .map(([first, second, rest]) => Uint8Array.of(first, second, ...rest)),
    );
    const count = sized(300, 30_000);
    let told = 0;
    const round = (runs: number): Promise<void> =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof({ weight: 3, arbitrary: streams }, { weight: 1, arbitrary: below }), {
            minLength: 10,
            maxLength: 10,
          }),
          async (all) => {
            await Promise.all(all.map((each) => (each instanceof Uint8Array ? attackBelow(each) : attack(each))));
            // Below the rate limit.
            if (told++ % 10 === 0) bystander.client.publish({ destination: chatSend(eventId), body: '' });
          },
        ),
        { numRuns: Math.ceil(runs / 10), endOnFailure: true },
      );
    await round(count / 3);
    await expect.poll(() => api.deps.gateway.connections).toBe(1);
    const before = heldBytes();
    await round(count / 3);
    await round(count / 3);
    await expect.poll(() => api.deps.gateway.connections).toBe(1);
    expect(heldBytes() - before).toBeLessThan(GROWTH_BYTES);
    // The bystander's connection still works: the server confirms a subscription.
    await bystander.subscribe(chatTopic('q0Vb3v1xJ8mBq7nZ2bWc4C'));
    await bystander.close();
    await expect.poll(() => api.deps.gateway.connections).toBe(0);
  }, 3_600_000);
});
