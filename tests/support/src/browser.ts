import type { LightMyRequestResponse } from 'fastify';
import type { TestApi } from './harness.ts';

/** A client that keeps cookies between requests like a browser. */
export type TestBrowser = {
  /** The name and value of each cookie. */
  readonly cookies: ReadonlyMap<string, string>;
  post(path: string, body: unknown): Promise<LightMyRequestResponse>;
};

export const newBrowser = (api: TestApi, ip = '127.0.0.1'): TestBrowser => {
  const cookies = new Map<string, string>();
  return {
    cookies,
    post: async (path, body) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await api.post(path, body, { ip, headers: cookie === '' ? {} : { cookie } });
      for (const { name, value } of response.cookies) cookies.set(name, value);
      return response;
    },
  };
};
