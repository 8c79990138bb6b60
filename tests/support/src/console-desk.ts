import { type AuditEntry, readEntries } from '@laurel/database/audit';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { type ConsoleClient, startTestConsole, type TestConsole } from './console.ts';
import { startTestApi, type TestApi } from './harness.ts';

/** Starts the console of an API before the tests of the file (or `describe`) and closes it after them. */
export const useTestConsole = (api: TestApi): TestConsole => {
  const desk = {} as TestConsole;
  beforeAll(async () => {
    Object.assign(desk, await startTestConsole(api));
  });
  afterAll(() => desk.close?.());
  return desk;
};

/** An API with a console and two organisers, and a connection of the owner, for the tests of the file. */
export const useConsoleDesk = (env: Record<string, string> = {}) => {
  const desk = {} as {
    api: TestApi;
    console: TestConsole;
    olena: ConsoleClient;
    taras: ConsoleClient;
    owner: pg.Client;
  };
  beforeAll(async () => {
    desk.api = await startTestApi(env);
    desk.console = await startTestConsole(desk.api);
    desk.olena = await desk.console.member('Olena', 'organiser');
    desk.taras = await desk.console.member('Taras', 'owner');
    desk.owner = new pg.Client(desk.api.migrateUrl);
    await desk.owner.connect();
  });
  afterAll(async () => {
    await desk.owner.end();
    await desk.console.close();
    await desk.api.close();
  });
  return Object.assign(desk, {
    /** The newest entry of the audit log. */
    lastEntry: async (): Promise<AuditEntry | undefined> =>
      (await readEntries(desk.api.deps.db, { since: null, limit: 1 }))[0],
  });
};
