import { SOCIAL_VERIFICATION_TYPES } from '@laurel/contracts/verification';
import type { QueryClient } from '@tanstack/react-query';
import { addModalTexts } from '../../i18n/modal-texts.ts';
import { useSession } from '../../session/store.ts';
import { askUserInfo, type UserInfo, userInfoQuery } from '../account/api.ts';
import { isVerified } from '../account/flow.ts';
import { readTelegramLink } from '../social/api.ts';
import type { Missing } from './missing.ts';
import { verificationNow } from './verification.ts';

const lacks = ({ verifications }: UserInfo): Pick<Missing, 'phone' | 'social'> => ({
  phone: !isVerified(verifications, 'PHONE'),
  social: !isVerified(verifications, ...SOCIAL_VERIFICATION_TYPES),
});

const isComplete = ({ phone, social }: Pick<Missing, 'phone' | 'social'>): boolean => !phone && !social;

/** How far the social verification of the logged-in user is. */
export const socialNow = (client: QueryClient): Pick<Missing, 'telegramLink' | 'status' | 'awaited'> => {
  const { status, awaited } = verificationNow(client);
  return { telegramLink: readTelegramLink(Date.now()) !== undefined, status, awaited };
};

/**
 * The verifications that the user still needs before a vote; undefined if none is missing, or if they are not known. If
 * one is missing, the server is asked again, because the user may have completed it on another device.
 */
export const knownMissing = async (client: QueryClient): Promise<Missing | undefined> => {
  // The text about the missing step is needed before the code of the modals has loaded.
  addModalTexts();
  const { token } = useSession.getState();
  const before = client.getQueryData(userInfoQuery(token).queryKey);
  if (!before || isComplete(lacks(before))) return undefined;
  const info = await askUserInfo(client, token).catch(() => before);
  const missing = lacks(info);
  return isComplete(missing) ? undefined : { ...missing, ...socialNow(client) };
};
