import { Api, Bot } from 'grammy';

type ClientOptions = {
  token: string;
  /** Without a slash at the end. */
  apiRoot: string;
  /** One call's limit, milliseconds. */
  callMs: number;
};

/** The addresses of the Bot API hold the token, so no call follows a redirect. */
const settingsOf = ({ apiRoot, callMs }: ClientOptions) =>
  ({ apiRoot, timeoutSeconds: callMs / 1000, baseFetchConfig: { compress: true, redirect: 'error' } }) as const;

/** grammY's bot; with `createApi` the only place that makes a client of the Bot API. */
export const createBot = (options: ClientOptions): Bot => new Bot(options.token, { client: settingsOf(options) });

/** A client of the Bot API with a time limit of its own, for long polling. */
export const createApi = (options: ClientOptions): Api => new Api(options.token, settingsOf(options));
