import { requestVerification, telegramLink, verificationLogs } from '@laurel/contracts/calls/verification';
import { USER_QUERY_RETRIES } from '@laurel/contracts/limits';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { mayPass } from '../../lib/failure.ts';
import { callApi } from '../../lib/http.ts';
import { stored } from '../../lib/stored.ts';
import { livingLink } from './flow.ts';

export type VerificationLog = z.output<typeof verificationLogs.reply.schema>['data'];

/** What happened to one verification. A failure shows nowhere (QY-02). */
export const verificationLogsQuery = (eventId: string | undefined, token: string | undefined) =>
  queryOptions({
    queryKey: ['users', 'logs', eventId, token],
    enabled: eventId !== undefined && token !== undefined,
    refetchOnWindowFocus: true,
    retry: (count, error) => count < USER_QUERY_RETRIES && mayPass(error),
    queryFn: async ({ signal }): Promise<VerificationLog> =>
      (await callApi(verificationLogs, { params: { id: eventId ?? '' }, signal })).data,
  });

/** The stored Telegram link while it is good; one that has expired is discarded. */
export const readTelegramLink = (now: number): { link: string; expiresAt: number } | undefined => {
  const link = livingLink(stored.telegramLink.read(), now);
  if (!link) stored.telegramLink.remove();
  return link;
};

/**
 * Obtains a link to the bot, good for 30 minutes; its code is the event to listen to.
 * @throws ApiFailure
 */
export const requestTelegramLink = async (): Promise<string> => {
  const { data } = await callApi(telegramLink);
  stored.telegramLink.write({ link: data.link, expiresAt: Date.parse(data.expiresAt) });
  startEvent(data.code);
  return data.code;
};

/**
 * Submits an Instagram username for review.
 * @throws ApiFailure
 */
export const submitInstagram = async (tag: string): Promise<{ eventId: string; proofCode: string | undefined }> => {
  const { data } = await callApi(requestVerification, {
    body: { verificationType: 'INSTAGRAM_SUBSCRIPTION', tag },
  });
  stored.telegramLink.remove();
  stored.signupData.write({ ...stored.signupData.read(), instagram: tag });
  startEvent(data.identifier);
  return { eventId: data.identifier, proofCode: data.proofCode };
};

/** Keeps which verification is under way, and forgets what was heard of another. */
const startEvent = (eventId: string): void => {
  stored.socialRequestId.write(eventId);
  if (stored.socketStatus.read()?.eventId !== eventId) stored.socketStatus.remove();
};

/** Forgets the verification under way. */
export const endEvent = (): void => {
  stored.telegramLink.remove();
  stored.socialRequestId.remove();
  stored.socketStatus.remove();
};
