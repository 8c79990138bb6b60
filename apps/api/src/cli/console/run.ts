import type { ConsoleCall } from '@laurel/contracts/console/call';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { locateConsole } from './place.ts';

/** What a command sends to a call. */
export type Input = {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  /** The fields of a change, or the file of an upload. */
  body?: object | { file: Buffer; type: string };
};

export type Answer = { status: number; type: string; body: Buffer };

const isFile = (body: object): body is { file: Buffer; type: string } => 'file' in body;

/** The body of a request, with its content type. */
const sent = ({ body }: Input) => {
  if (body === undefined) return {};
  return isFile(body)
    ? { payload: body.file, headers: { 'content-type': body.type } }
    : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
};

const pathOf = ({ path }: ConsoleCall, { params, query }: Input): string => {
  const address = path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const asked = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `/api${address}${asked.size > 0 ? `?${asked}` : ''}`;
};

/**
 * Makes a call of the console in this process, for a person at the command line: the same route, service and entry in the audit log
 * as in the console, whose role is used if there is one.
 * @throws the error behind an answer of 500 or above
 */
export const callConsole = async (
  { deps, config, person }: { deps: Deps; config: Config; person: string },
  call: ConsoleCall,
  input: Input,
): Promise<Answer> => {
  const [{ buildConsole }, { createConsoleDeps, forCommand }] = await Promise.all([
    import('../../console.ts'),
    import('../../wiring/console.ts'),
  ]);
  const place = locateConsole(config, { needed: call.audience.startsWith('team.') });
  const consoleDeps = createConsoleDeps({ deps, ...place });
  try {
    const app = await buildConsole(forCommand(consoleDeps, person), undefined);
    let failure: unknown;
    app.addHook('onError', async (_request, _reply, error) => {
      failure = error;
    });
    const { payload, headers } = sent(input);
    const answer = await app.inject({
      method: call.method,
      url: pathOf(call, input),
      headers: { ...headers, origin: place.consoleUrl },
      ...(payload === undefined ? {} : { payload }),
    });
    await app.close();
    if (answer.statusCode >= 500) throw failure;
    return {
      status: answer.statusCode,
      type: String(answer.headers['content-type'] ?? ''),
      body: answer.rawPayload,
    };
  } finally {
    await consoleDeps.close();
  }
};
