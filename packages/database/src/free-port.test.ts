import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

const listen = async (port: number): Promise<number> => {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

it('chooses a hundred different ports at once, none of which a server on port 0 could get', async () => {
  const ports = await Promise.all(Array.from({ length: 100 }, () => freePort()));
  expect(new Set(ports).size).toBe(100);
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(20_000);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

it('skips a port that is in use', async () => {
  const port = await freePort();
  // Another process may have it, which is as good.
  await listen(port + 1).catch(() => undefined);
  expect(await freePort()).not.toBe(port + 1);
});

it('chooses the wanted port if it is free, and another one if it is not or is 0', async () => {
  expect(await freePort('127.0.0.1', 0)).toBeGreaterThanOrEqual(20_000);
  const wanted = await freePort();
  expect(await freePort('127.0.0.1', wanted)).toBe(wanted);
  await listen(wanted);
  expect(await freePort('127.0.0.1', wanted)).not.toBe(wanted);
});

it('rejects for a host that is not this machine', async () => {
  await expect(freePort('192.0.2.1')).rejects.toThrow(/EADDRNOTAVAIL/);
});
