import { Api, Bot } from 'grammy';

type ClientOptions = {
  token: string;
  /** Without a slash at the end. */
  apiRoot: string;
  /** The time limit of a request, milliseconds. */
  callMs: number;
};

/** The URLs of the Bot API contain the token, so redirects are not followed. */
const settingsOf = ({ apiRoot, callMs }: ClientOptions) =>
  ({ apiRoot, timeoutSeconds: callMs / 1000, baseFetchConfig: { redirect: 'error' } }) as const;

/** Creates grammY's bot. */
export const createBot = (options: ClientOptions): Bot => new Bot(options.token, { client: settingsOf(options) });

/** Creates a client of the Bot API with its own time limit: long polling needs a longer one than the bot. */
export const createApi = (options: ClientOptions): Api => new Api(options.token, settingsOf(options));
