import { type Call, successOf } from '@laurel/contracts/calls/call';
import { CLIENT_HINT_HEADERS } from '@laurel/contracts/client-hints';
import { parseJson } from '@laurel/contracts/json';
import { z } from 'zod';
import { whileBusy } from './busy.ts';
import { createClientAddress } from './client-address.ts';
import { ApiFailure, connectionLost, endsSession } from './failure.ts';
import { failureOf } from './failure-details.ts';
import { API_TIMEOUT_MS } from './limits.ts';
import type { ProofHeader } from './proof.ts';
import { requestContext } from './request-context.ts';
import { endsAfter } from './signals.ts';

const LOOKUP_TIMEOUT_MS = 3_000;
const lookupReply = z.object({ ip: z.string().min(1) });

const lookUpAddress = async (): Promise<string | undefined> => {
  try {
    const answer = await fetch(requestContext().ipLookupUrl, { signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS) });
    return lookupReply.safeParse(await answer.json()).data?.ip;
  } catch {
    return undefined;
  }
};

const clientAddress = createClientAddress(lookUpAddress, () => performance.now());

const headersOf = async (
  token: string | undefined,
  hasBody: boolean,
  proof: ProofHeader | undefined,
): Promise<Headers> => {
  const ip = await clientAddress();
  const headers = new Headers({
    accept: 'application/json',
    'accept-language': requestContext().language(),
    [CLIENT_HINT_HEADERS.userAgent]: navigator.userAgent,
    [CLIENT_HINT_HEADERS.timeZone]: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  if (ip) headers.set(CLIENT_HINT_HEADERS.ip, ip);
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (hasBody) headers.set('content-type', 'application/json');
  if (proof) headers.set(proof.name, proof.value);
  return headers;
};

const pathOf = (call: Pick<Call, 'path'>, params: Readonly<Record<string, string>>): string =>
  `/api${call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`;

/** A call of the contract, with the types of its body and its reply. */
type TypedCall<Body extends z.ZodType, Reply extends z.ZodType> = Omit<Call, 'body' | 'reply'> & {
  readonly body?: Body;
  readonly reply: Reply;
};

type CallOptions<Body extends z.ZodType> = {
  body?: z.input<Body>;
  params?: Readonly<Record<string, string>>;
};

/** How a call is sent. */
type Sending = {
  signal?: AbortSignal;
  /** Whether the user started the call. If a background GET request is refused, the query cache ends the session. */
  byUser: boolean;
};

const sendOnce = async <Body extends z.ZodType, Reply extends z.ZodType>(
  call: TypedCall<Body, Reply>,
  { body, params = {}, signal, byUser }: CallOptions<Body> & Sending,
  proof: ProofHeader | undefined,
): Promise<z.output<Reply>> => {
  const token = call.auth ? requestContext().token() : undefined;
  const end = endsAfter(API_TIMEOUT_MS, signal);
  let status = 0;
  let text: string;
  try {
    const answer = await fetch(pathOf(call, params), {
      method: call.method,
      headers: await headersOf(token, body !== undefined, proof),
      signal: end,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    status = answer.status;
    text = await answer.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw connectionLost();
  }
  const content = parseJson(text);
  const parsed = z.safeParse(call.reply, content);
  if (status === successOf(call) && parsed.success) return parsed.data;
  const failure = failureOf(status, content);
  const isAction = byUser || call.method !== 'GET';
  if (token !== undefined && isAction && endsSession(failure)) requestContext().refuseToken(token);
  throw failure;
};

/** The most proofs for a call: the load may rise during the work, and then the server requires a harder proof. */
const MAX_PROOFS = 3;

/** The proof of work that the server requires during a flood; undefined for another error. */
const requiredProof = async (error: unknown): Promise<ProofHeader | undefined> => {
  if (!(error instanceof ApiFailure) || error.code !== 'proof.needed') return undefined;
  // If the work fails, the caller throws the server's error.
  return import('./proof.ts').then(({ proofFor }) => proofFor(error)).catch(() => undefined);
};

/** Sends a call; if the server requires a proof of work, makes it and repeats the call. */
const send = async <Body extends z.ZodType, Reply extends z.ZodType>(
  call: TypedCall<Body, Reply>,
  options: CallOptions<Body> & Sending,
): Promise<z.output<Reply>> => {
  let proof: ProofHeader | undefined;
  for (let proofs = 0; ; proofs += 1) {
    try {
      return await sendOnce(call, options, proof);
    } catch (error) {
      proof = proofs < MAX_PROOFS ? await requiredProof(error) : undefined;
      if (proof === undefined) throw error;
    }
  }
};

/**
 * Makes a background call of the contract (a query, a poll) and checks the response against the contract. If the server
 * requires a proof of work, makes it and repeats the call.
 * @throws ApiFailure with the contract's code; connection.lost without a response within 10 s
 */
export const callQuietly = <Body extends z.ZodType, Reply extends z.ZodType>(
  call: TypedCall<Body, Reply>,
  options: CallOptions<Body> & { signal?: AbortSignal } = {},
): Promise<z.output<Reply>> => send(call, { ...options, byUser: false });

/**
 * Makes a call that the user started: like callQuietly, with the loader shown meanwhile (MD-13). A refused token ends
 * the session.
 * @throws ApiFailure
 */
export const callApi = <Body extends z.ZodType, Reply extends z.ZodType>(
  call: TypedCall<Body, Reply>,
  options: CallOptions<Body> = {},
): Promise<z.output<Reply>> => whileBusy(() => send(call, { ...options, byUser: true }));
