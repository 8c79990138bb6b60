import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { CALL_MS, refusesMessage, retryAfterOf } from './sms/http.ts';

/** A call of a webhook: `id` is the same at each try, `at` is the time of this one, and the key signs them with the body. */
export type WebhookCall = { url: string; key: Uint8Array; id: string; at: Date; body: string };

/** Why a call was not accepted, whether it is pointless to make it again, and the pause that the receiver asks for. */
type Refusal = { message: string; permanent: boolean; retryAfterMs?: number | undefined };

/** Calls a webhook. @returns the refusal, unless it was accepted */
export type Webhook = (call: WebhookCall, signal?: AbortSignal) => Promise<Refusal | undefined>;

/** The only block of IPv6 that is assigned to the internet (RFC 4291 §2.4). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** The longest Retry-After of a webhook that is honoured. */
const RETRY_AFTER_MAX_MS = 24 * 60 * 60_000;

/** Whether an address is one of the internet: not of this machine, its network, a carrier's, or a translation of one. */
export const isPublicAddress = (address: string): boolean => {
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6));
};

const PRIVATE = Object.assign(new Error('no public address'), { code: 'PRIVATE_ADDRESS' });

/** The headers of Standard Webhooks 1.0.0 with a symmetric signature. */
const signed = ({ id, at, key, body }: WebhookCall) => {
  const seconds = Math.floor(at.getTime() / 1000);
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
};

/**
 * Creates the client of the organisers' webhooks: a signed POST of JSON to a name behind https. Any 2xx accepts it; no redirect is
 * followed, and the answer's body is not read. The connection is made to the public ones of the name's addresses, so that no later
 * answer of the DNS leads elsewhere. The contract refuses addresses instead of names, which would not be looked up.
 * @param options.privateHosts the names that may lead to any address
 * @param options.ca for tests, as options.timeoutMs
 */
export const createWebhook = (
  options: { privateHosts?: readonly string[]; ca?: string; timeoutMs?: number } = {},
): Webhook => {
  const { privateHosts = [], timeoutMs = CALL_MS, ...tls } = options;
  const allowedOnly: LookupFunction = (host, hints, done) =>
    lookup(host, { ...hints, all: true }, (error, found) => {
      const allowed = error
        ? []
        : found.filter(({ address }) => privateHosts.includes(host) || isPublicAddress(address));
      done(error ?? (allowed.length === 0 ? PRIVATE : null), allowed);
    });
  return async (call, signal) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const headers = { 'content-type': 'application/json', 'user-agent': 'Laurel', ...signed(call) };
    const { promise, resolve } = Promise.withResolvers<Refusal | undefined>();
    const options = { method: 'POST', headers, lookup: allowedOnly, agent: false, ...tls };
    request(call.url, { ...options, signal: signal ? AbortSignal.any([signal, limit]) : limit }, (response) => {
      const { statusCode: status = 0 } = response;
      const retryAfterMs = retryAfterOf(response.headers['retry-after'] ?? null, RETRY_AFTER_MAX_MS);
      const isAccepted = status >= 200 && status < 300;
      resolve(
        isAccepted ? undefined : { message: `webhook: ${status}`, permanent: refusesMessage(status), retryAfterMs },
      );
      response.destroy();
    })
      .on('error', (error: NodeJS.ErrnoException) => {
        resolve({ message: `webhook: no answer (${error.code ?? error.name})`, permanent: error === PRIVATE });
      })
      .end(call.body);
    return promise;
  };
};
