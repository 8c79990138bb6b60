import { lookup } from 'node:dns';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { DeliveryError } from './delivery-error.ts';
import { CALL_MS, refusesMessage } from './sms/http.ts';
import { signBody } from './sms/webhook.ts';

/** Calls a webhook: the key signs the body. @throws DeliveryError */
export type Webhook = (call: { url: string; secret: string; body: string }, signal?: AbortSignal) => Promise<void>;

/** The only block of IPv6 that is assigned to the internet (RFC 4291 §2.4). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is one of the internet: not of this machine, its network, a carrier's, or a translation of one. */
export const isPublicAddress = (address: string): boolean => {
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6));
};

const PRIVATE = Object.assign(new Error('no public address'), { code: 'PRIVATE_ADDRESS' });

/**
 * Creates the client of the organisers' webhooks: a POST of JSON to a name behind https, with the HMAC-SHA-256 of the body in
 * X-Signature. Any 2xx accepts it; no redirect is followed, and the answer's body is not read. The connection is made to the public
 * ones of the name's addresses, so that no later answer of the DNS leads elsewhere. The contract refuses addresses instead of names,
 * which would not be looked up.
 * @param options for tests
 */
export const createWebhook = (options: { isAllowed?: typeof isPublicAddress; ca?: string } = {}): Webhook => {
  const { isAllowed = isPublicAddress, ...tls } = options;
  const publicOnly: LookupFunction = (host, hints, done) =>
    lookup(host, { ...hints, all: true }, (error, found) => {
      const allowed = error ? [] : found.filter(({ address }) => isAllowed(address));
      done(error ?? (allowed.length === 0 ? PRIVATE : null), allowed);
    });
  return async ({ url, secret, body }, signal) => {
    const limit = AbortSignal.timeout(CALL_MS);
    const headers = { 'content-type': 'application/json', 'x-signature': signBody(secret, body) };
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const call = { method: 'POST', headers, lookup: publicOnly, agent: false, ...tls };
    request(url, { ...call, signal: signal ? AbortSignal.any([signal, limit]) : limit }, (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    })
      .on('error', (error: NodeJS.ErrnoException) => {
        const why = `webhook: no answer (${error.code ?? error.name})`;
        reject(new DeliveryError(why, { permanent: error === PRIVATE }));
      })
      .end(body);
    const status = await promise;
    if (status < 200 || status >= 300)
      throw new DeliveryError(`webhook: ${status}`, { permanent: refusesMessage(status) });
  };
};
