import { draftsHere, readHere } from '@laurel/api/adapters/edition-reader/read';
import type { Clock } from '@laurel/api/clock';
import { buildConsole } from '@laurel/api/console';
import { entranceKey } from '@laurel/api/features/team/policy';
import { originNetworkOf } from '@laurel/api/http/network';
import { createConsoleDeps } from '@laurel/api/wiring/console';
import type { Role } from '@laurel/contracts/console/permissions';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import { DATABASE_WAIT_MS, type TestApi } from './harness.ts';

export const CONSOLE_URL = 'http://localhost:8081';

type Options = { headers?: Record<string, string>; ip?: string };
type Payload = NonNullable<InjectOptions['payload']>;

/** A person with a session of the console. */
export type ConsoleClient = {
  name: string;
  authenticator: Authenticator;
  cookie: string;
  get(path: string, options?: Options): Promise<LightMyRequestResponse>;
  post(path: string, body?: Payload, options?: Options): Promise<LightMyRequestResponse>;
  /** Uses the passkey again, for calls that need a fresh one. */
  confirm(): Promise<LightMyRequestResponse>;
};

export type TestConsole = {
  app: FastifyInstance;
  deps: ReturnType<typeof createConsoleDeps>;
  /** A request without a session, as the console's page makes it. */
  post(path: string, body: Payload, options?: Options): Promise<LightMyRequestResponse>;
  /** Invites a person, who accepts with a passkey. */
  member(name: string, role: Role): Promise<ConsoleClient>;
  /** Signs in with a passkey. @returns the answer and the session cookie */
  signIn(authenticator: Authenticator, options?: Options): Promise<{ answer: LightMyRequestResponse; cookie: string }>;
  close(): Promise<void>;
};

const optionsOf = (answer: LightMyRequestResponse): { challenge: string } => answer.json().data.options;

/** Starts the console of a test API on the same database, without a port. */
export const startTestConsole = async (
  api: Pick<TestApi, 'deps' | 'consoleUrl'> & { clock: Clock },
): Promise<TestConsole> => {
  const deps = createConsoleDeps({
    deps: api.deps,
    databaseUrl: api.consoleUrl,
    consoleUrl: CONSOLE_URL,
    databaseWaitMs: DATABASE_WAIT_MS,
    reader: { read: readHere, ...draftsHere },
  });
  const app = await buildConsole(deps, undefined);
  await app.ready();

  const inject = (method: 'GET' | 'POST', path: string, options: Options, payload?: Payload) =>
    app.inject({
      method,
      url: `/api${path}`,
      ...(payload === undefined ? {} : { payload }),
      headers: { ...(method === 'POST' ? { origin: CONSOLE_URL } : {}), ...options.headers },
      remoteAddress: options.ip ?? '127.0.0.1',
    });
  const post = (path: string, body: Payload, options: Options = {}) => inject('POST', path, options, body);

  const cookieOf = (answer: LightMyRequestResponse): string => {
    const { name = '', value = '' } = answer.cookies[0] ?? {};
    return `${name}=${value}`;
  };
  const signIn: TestConsole['signIn'] = async (authenticator, options = {}) => {
    const request = optionsOf(await post('/sign-in/options', {}, options));
    const answer = await post('/sign-in', { passkey: authenticator.get(request) }, options);
    return { answer, cookie: cookieOf(answer) };
  };

  return {
    app,
    deps,
    post,
    signIn,
    member: async (name, role) => {
      // A test may have more people than one network may sign in.
      await api.deps.limits.clear(api.deps.db, entranceKey(originNetworkOf('127.0.0.1')));
      const by = { actor: 'test', reason: 'a test' };
      const { link } = await deps.team.invite({ name, role }, by, api.clock.now());
      const token = new URL(link).hash.slice(1);
      const authenticator = createAuthenticator({ origin: CONSOLE_URL });
      const options = optionsOf(await post('/invitation/options', { token }));
      const passkey = authenticator.create(options);
      const cookie = cookieOf(await post('/invitation', { token, passkey, label: 'Test' }));
      const withCookie = (options: Options): Options => ({ ...options, headers: { cookie, ...options.headers } });
      const client: ConsoleClient = {
        name,
        authenticator,
        cookie,
        get: (path, options = {}) => inject('GET', path, withCookie(options)),
        post: (path, body = {}, options = {}) => inject('POST', path, withCookie(options), body),
        confirm: async () => {
          const request = optionsOf(await post('/sign-in/options', {}));
          return client.post('/confirm', { passkey: authenticator.get(request) });
        },
      };
      return client;
    },
    close: async () => {
      await app.close();
      await deps.close();
    },
  };
};

type Answer = Pick<LightMyRequestResponse, 'json'>;

/** The code of a refusal. */
export const codeOf = (answer: Answer): string | undefined => answer.json().code;

/** What a refusal says of each field. */
export const fieldsOf = (answer: Answer): Record<string, string> | undefined => answer.json().metadata?.fields;
