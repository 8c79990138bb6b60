import type { TestProject } from 'vitest/node';
import { startTestServer } from './testing-server.ts';

type Shared = { started: ReturnType<typeof startTestServer>; users: number };

declare global {
  /** Each project of a run loads this file again in the same process, so the server is stored globally. */
  var laurelSharedTestServer: Shared | undefined;
}

/** A globalSetup file for vitest: starts one PostgreSQL for all projects of a run and stops it after the last. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  globalThis.laurelSharedTestServer ??= { started: startTestServer(process.env), users: 0 };
  const server = globalThis.laurelSharedTestServer;
  server.users += 1;
  project.provide('laurelTestServer', (await server.started).server);
  return async () => {
    server.users -= 1;
    if (server.users > 0) return;
    globalThis.laurelSharedTestServer = undefined;
    await (await server.started).stop();
  };
};
