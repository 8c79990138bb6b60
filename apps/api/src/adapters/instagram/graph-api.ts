import { parseJson } from '@laurel/contracts/json';
import { z } from 'zod';
import { DeliveryError } from '../delivery-error.ts';
import { failureReason, fetchDirect } from '../fetch-direct.ts';

/** The version of the Graph API. A version is available for about two years. */
export const GRAPH_VERSION = 'v25.0';
const CALL_MS = 10_000;
const RETRY_AFTER_MAX_SECONDS = 600;

/**
 * Codes of temporary errors, with any HTTP status: unknown and service errors (1, 2), and the limits for an app, a
 * user, a page, custom and business use (https://developers.facebook.com/docs/graph-api/guides/error-handling).
 */
const TEMPORARY_CODES = new Set([1, 2, 4, 17, 32, 341, 613, 80_002]);

const failureSchema = z.object({ error: z.object({ code: z.int(), is_transient: z.boolean().optional() }) });
const profileSchema = z.object({
  username: z.string().min(1),
  is_user_follow_business: z.boolean().optional(),
  // Nobody is refused for a number that only counts as evidence.
  follower_count: z.int().min(0).optional().catch(undefined),
});

export type GraphOptions = { apiRoot: string; accessToken: string; callMs?: number };

/** The sender's name, whether the sender follows the organisers' account, and how many follow the sender, if Meta tells. */
export type Profile = { username: string; follows: boolean; followers: number | undefined };

export type GraphApi = {
  /** Reads the profile of a message's sender. @throws DeliveryError */
  profile(senderId: string, signal: AbortSignal): Promise<Profile>;
  /** Sends a text to a user who wrote within the last day. @throws DeliveryError */
  reply(recipientId: string, text: string, signal: AbortSignal): Promise<void>;
};

const refusalOf = (call: string, response: Response, body: unknown): DeliveryError => {
  const error = failureSchema.safeParse(body).data?.error;
  const temporary =
    response.status >= 500 ||
    response.status === 429 ||
    error?.is_transient === true ||
    (error !== undefined && TEMPORARY_CODES.has(error.code));
  const seconds = Number(response.headers.get('retry-after')) || 0;
  return new DeliveryError(`instagram: ${call} ${response.status}${error ? ` code ${error.code}` : ''}`, {
    permanent: !temporary,
    retryAfterMs: Math.min(Math.max(seconds, 0), RETRY_AFTER_MAX_SECONDS) * 1000,
  });
};

/** Creates a client of the Instagram API (https://developers.facebook.com/docs/instagram-platform). */
export const createGraphApi = ({ apiRoot, accessToken, callMs = CALL_MS }: GraphOptions): GraphApi => {
  const root = `${apiRoot.replace(/\/+$/, '')}/${GRAPH_VERSION}`;

  const request = async (call: string, url: string, init: RequestInit): Promise<unknown> => {
    let response: Response;
    let body: unknown;
    try {
      response = await fetchDirect(url, init);
      body = parseJson(await response.text());
    } catch (error) {
      // The error's own message may quote the URL, which holds the token.
      throw new DeliveryError(`instagram: ${call} had no answer (${failureReason(error)})`, { permanent: false });
    }
    if (!response.ok) throw refusalOf(call, response, body);
    return body;
  };
  const within = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(callMs)]);

  return {
    profile: async (senderId, signal) => {
      const query = new URLSearchParams({
        fields: 'username,is_user_follow_business,follower_count',
        access_token: accessToken,
      });
      const body = await request('profile', `${root}/${encodeURIComponent(senderId)}?${query}`, {
        signal: within(signal),
      });
      const profile = profileSchema.safeParse(body).data;
      if (!profile) throw new DeliveryError('instagram: profile without a username', { permanent: true });
      const { username, is_user_follow_business: follows, follower_count: followers } = profile;
      return { username, follows: follows === true, followers };
    },
    reply: async (recipientId, text, signal) => {
      await request('messages', `${root}/me/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ recipient: { id: recipientId }, message: { text } }),
        signal: within(signal),
      });
    },
  };
};
