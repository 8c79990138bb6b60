import { requestVerification, telegramLink, verificationLogs } from '@laurel/contracts/calls/verification';
import { TELEGRAM_LINK_TTL_MS } from '@laurel/contracts/limits';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { mayPass } from '../../lib/failure.ts';
import { callApi, callQuietly } from '../../lib/http.ts';
import { USER_QUERY_RETRIES } from '../../lib/limits.ts';
import { ownSignup } from '../../lib/own-signup.ts';
import { stored } from '../../lib/stored.ts';
import { useSession } from '../../session/store.ts';
import { unexpiredLink } from './flow.ts';

type VerificationLog = z.output<typeof verificationLogs.reply>['data'];

/** The server's record of a verification. */
export type KnownVerification = {
  /** Oldest first. */
  readonly log: VerificationLog;
  /** The code to send from the Instagram account, while the verification is open. */
  readonly proofCode: string | undefined;
};

/**
 * The log of a verification. A failure is not shown (QY-02). The code is never stored, so that a logout leaves nothing
 * of it on the machine.
 */
export const verificationLogsQuery = (eventId: string | undefined, token: string | undefined) =>
  queryOptions({
    queryKey: ['users', 'logs', eventId, token],
    enabled: eventId !== undefined && token !== undefined,
    refetchOnWindowFocus: true,
    retry: (count, error) => count < USER_QUERY_RETRIES && mayPass(error),
    queryFn: async ({ signal }): Promise<KnownVerification> => {
      const { data, metadata } = await callQuietly(verificationLogs, { params: { id: eventId ?? '' }, signal });
      return { log: data, proofCode: metadata?.proofCode };
    },
  });

/** Reads the stored Telegram link, and removes an expired one. */
export const readTelegramLink = (now: number): { link: string; expiresAt: number } | undefined => {
  const link = unexpiredLink(stored.telegramLink.read(), now);
  if (!link) stored.telegramLink.remove();
  return link;
};

/** A started verification; its id is the event to listen to. */
export type Begun = { readonly eventId: string; readonly proofCode: string | undefined };

/**
 * Requests a link to the bot, valid for 30 minutes by this browser's clock.
 * @throws ApiFailure
 */
export const requestTelegramLink = async (): Promise<Begun> => {
  const requestedAt = Date.now();
  const { data } = await callApi(telegramLink);
  stored.telegramLink.write({ link: data.link, expiresAt: requestedAt + TELEGRAM_LINK_TTL_MS });
  return { eventId: data.code, proofCode: undefined };
};

/**
 * Submits an Instagram username for review.
 * @throws ApiFailure
 */
export const submitInstagram = async (tag: string): Promise<Begun> => {
  const { data } = await callApi(requestVerification, {
    body: { verificationType: 'INSTAGRAM_SUBSCRIPTION', tag },
  });
  stored.telegramLink.remove();
  const email = useSession.getState().user?.email;
  stored.signupData.write({ ...ownSignup(email), ...(email ? { email } : {}), instagram: tag });
  return { eventId: data.identifier, proofCode: data.proofCode };
};
