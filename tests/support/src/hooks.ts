import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { startTestApi, type TestApi } from './harness.ts';

/** Starts an API before the tests of the file (or `describe`) and closes it after them. */
export const useTestApi = (...options: Parameters<typeof startTestApi>): TestApi => {
  const api = {} as TestApi;
  beforeAll(async () => {
    Object.assign(api, await startTestApi(...options));
  });
  afterAll(() => api.close());
  return api;
};

/** Connects as the owner of the tables for the same time: the owner may write what the application's role may not. */
export const useOwner = (api: TestApi): Pick<pg.Client, 'query'> => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client(api.migrateUrl);
    await client.connect();
  });
  afterAll(() => client.end());
  return { query: ((...query: [string, unknown[]]) => client.query(...query)) as pg.Client['query'] };
};
