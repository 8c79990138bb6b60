import { once } from 'node:events';
import { TlogError } from '@laurel/tlog/errors';
import { nodeVerifier } from '@laurel/tlog/node';
import { makeVerifierKey, parseVerifierKey } from '@laurel/tlog/note';
import type { Logger } from 'pino';
import { codeOf, WitnessError } from './errors.ts';
import { type Logs, logsOf } from './policy.ts';
import { createWitnessServer } from './server.ts';
import { createWitness, verifierKeyIn } from './service.ts';
import { createStore, openStore } from './store.ts';

/** Stands for a public key while its name is checked. */
const NO_KEY = new Uint8Array(32);
/** How long accepted requests may take after a stop, milliseconds. */
const STOP_MS = 5_000;
const STOP_TICK_MS = 50;

export type WitnessSettings = {
  /** The path of the state, without the number that the witness appends. */
  readonly stateFile: string;
  /** The verifier keys of the logs. */
  readonly logs: readonly string[];
  /** The name of the witness's key, for the first run. */
  readonly name?: string | undefined;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
};

type Context = {
  readonly logger: Logger;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Called once the witness listens. */
  readonly listening?: (at: { port: number; verifierKey: string }) => void;
};

/** Runs `work` and rethrows a TlogError as a WitnessError whose message starts with `what`. */
const explained = async <T>(what: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof TlogError) throw new WitnessError(`${what}: ${cause.detail}`, { cause });
    throw cause;
  }
};

const readLogs = async (keys: readonly string[]): Promise<Logs> =>
  logsOf(await Promise.all(keys.map((text) => explained(`--log ${text}`, () => parseVerifierKey(nodeVerifier, text)))));

/** The verifier key of a witness. @throws WitnessError if it has no state yet */
export const readVerifierKey = async (stateFile: string): Promise<string> => {
  const found = await createStore(stateFile)
    .read()
    .catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
  if (!found)
    throw new WitnessError(`There is no state at ${stateFile}: "laurel witness run" creates it, with a new key.`);
  return verifierKeyIn(found.state);
};

/**
 * Runs a witness until `signal` aborts. Accepted requests are answered first.
 * @throws WitnessError if it can't start
 */
export const runWitness = async (settings: WitnessSettings, context: Context): Promise<void> => {
  const { stateFile, host, port } = settings;
  const { logger, now, signal, listening } = context;
  const logs = await explained('--log', () => readLogs(settings.logs));
  const { name } = settings;
  if (name !== undefined) await explained(`--name ${name}`, () => makeVerifierKey(nodeVerifier, name, NO_KEY));
  const store = await openStore(stateFile, name, now());
  const witness = await createWitness({ store, logs, now, logger });
  const server = createWitnessServer(witness, logger);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new WitnessError(`The witness can't listen on ${host}:${port} (${codeOf(cause) ?? 'unknown failure'}).`, {
      cause,
    });
  }
  const address = server.address();
  const listens = typeof address === 'object' && address ? address.port : port;
  const { verifierKey } = witness;
  logger.info({ verifierKey, logs: [...logs.keys()], port: listens }, 'the witness listens');
  listening?.({ port: listens, verifierKey });
  if (!signal.aborted) await once(signal, 'abort');
  const closed = once(server, 'close');
  server.close();
  // Connections that are kept alive are closed once their request is answered.
  const idle = setInterval(() => server.closeIdleConnections(), STOP_TICK_MS);
  const late = setTimeout(() => server.closeAllConnections(), STOP_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
  logger.info('the witness stopped');
};
