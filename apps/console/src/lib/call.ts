import { successOf } from '@laurel/contracts/calls/call';
import type { ConsoleCall } from '@laurel/contracts/console/call';
import { parseJson } from '@laurel/contracts/json';
import { z } from 'zod';
import { noteAnswer, noteTrouble } from './connection.ts';
import { connectionLost, failureOf, isFailure } from './failure.ts';
import { serverClock } from './server-clock.ts';

/** How long a call waits for its answer, milliseconds. An upload may take longer. */
const TIMEOUT_MS = 15_000;
const UPLOAD_TIMEOUT_MS = 300_000;

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type Part<Name extends string, Value> = undefined extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };

/** The input of a call: the body, params and query of its contract, or a file of a type that the contract accepts. */
export type CallInput<C extends ConsoleCall> = Part<'body', Input<C['body']>> &
  Part<'file', C extends { upload: object } ? Blob : undefined> &
  Part<'params', Input<C['params']>> &
  Part<'query', Input<C['query']>>;

export type CallAnswer<C extends ConsoleCall> = z.output<C['reply']>;

type AnyInput = { body?: unknown; file?: Blob | undefined; params?: unknown; query?: unknown };

type Handlers = {
  /** Called when the session is over. */
  signedOut(): void;
  /** Asks for a fresh passkey. Returns whether the person used it. */
  confirm(): Promise<boolean>;
};

let handlers: Handlers = { signedOut: () => undefined, confirm: async () => false };

/** Sets what happens when a call is refused because the session is over, or because it needs a fresh passkey. */
export const handleRefusals = (given: Handlers): void => {
  handlers = given;
};

const valuesOf = (values: unknown): [string, string][] =>
  Object.entries(values ?? {}).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    return Array.isArray(value) ? value.map((each) => [name, String(each)]) : [[name, String(value)]];
  });

/** The address of a call, with its params and its query. */
export const addressOf = (call: Pick<ConsoleCall, 'path'>, { params, query }: AnyInput): string => {
  const values = new Map(valuesOf(params));
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''));
  const search = new URLSearchParams(valuesOf(query)).toString();
  return `/api${path}${search === '' ? '' : `?${search}`}`;
};

const send = async (call: ConsoleCall, input: AnyInput, signal: AbortSignal | undefined) => {
  const { file } = input;
  const sent = Date.now();
  const timeout = AbortSignal.timeout(file ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS);
  try {
    const response = await fetch(addressOf(call, input), {
      method: call.method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        ...(call.method === 'POST' ? { 'content-type': file?.type ?? 'application/json' } : {}),
      },
      ...(call.method === 'POST' ? { body: file ?? JSON.stringify(input.body ?? {}) } : {}),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    serverClock.note(response.headers.get('date'), { sent, received: Date.now() });
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, text: await response.text(), retryAfter };
  } catch (error) {
    if (signal?.aborted) throw error;
    noteTrouble('lost');
    throw connectionLost();
  }
};

const once = async <C extends ConsoleCall>(
  call: C,
  input: AnyInput,
  signal: AbortSignal | undefined,
): Promise<CallAnswer<C>> => {
  const { status, text, retryAfter } = await send(call, input, signal);
  const succeeded = status === successOf(call);
  const isText = succeeded && call.reply instanceof z.ZodString;
  const body = isText ? text : parseJson(text);
  const parsed = z.safeParse(call.reply, body);
  if (succeeded && parsed.success) {
    noteAnswer(new Date());
    return parsed.data as CallAnswer<C>;
  }
  const failure = failureOf(status, body, retryAfter);
  if (failure.code === 'server.error' || failure.status >= 500) noteTrouble('failing');
  else noteAnswer(new Date());
  throw failure;
};

/**
 * Makes a call and checks its answer against the contract. A call that needs a fresh passkey asks for it and is
 * repeated once. If the session is over, the page goes to the sign-in, and the call fails.
 * @throws CallFailure with the contract's code; connection.lost without an answer within 15 s, for a file within 300 s
 * @throws the reason of `signal` if that is aborted
 */
export const call = async <const C extends ConsoleCall>(
  made: C,
  input: CallInput<C>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<CallAnswer<C>> => {
  for (let confirmed = false; ; confirmed = true) {
    try {
      return await once(made, input, signal);
    } catch (error) {
      if (isFailure(error, 'console.signed_out')) handlers.signedOut();
      const repeat = !confirmed && isFailure(error, 'console.passkey_needed') && (await handlers.confirm());
      if (!repeat) throw error;
    }
  }
};
