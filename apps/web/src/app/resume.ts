import { voteSchema } from '@laurel/contracts/records';
import { twoFactorSetupSchema } from '@laurel/contracts/storage';
import { z } from 'zod';
import { openModal, useModals } from '../modals/store.ts';
import type { ModalType } from '../modals/types.ts';
import { useSession } from '../session/store.ts';
import { useWish } from './wish.ts';

/** A step as it was kept; what was said at its top is said no more. */
const stepSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('emailOtp'), props: z.object({ email: z.string().optional() }) }),
  z.object({ type: z.literal('twoFactorSetup'), props: twoFactorSetupSchema }),
  z.object({ type: z.literal('twoFactorVerify'), props: z.object({ requestKey: z.string() }) }),
  z.object({ type: z.literal('newPassword'), props: z.object({ login: z.string(), requestId: z.string() }) }),
  z.object({ type: z.literal('phoneOtp'), props: z.object({}) }),
  z.object({ type: z.literal('socialVerification'), props: z.object({}) }),
  z.object({ type: z.literal('voteConfirm'), props: z.object({ vote: voteSchema }) }),
]);
const keptSchema = z.object({ step: stepSchema, vote: voteSchema.optional() });

const parse = (kept: string): z.output<typeof keptSchema> | undefined => {
  try {
    return keptSchema.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
};

/**
 * Opens the step that was kept, unless the person is past it or has opened something else meanwhile.
 * @param entrance the steps that are past where somebody is logged in
 */
export const resume = (kept: string, entrance: ReadonlySet<ModalType>): void => {
  const found = parse(kept);
  if (!found || useModals.getState().current) return;
  const { step, vote } = found;
  if (entrance.has(step.type) && useSession.getState().token !== undefined) return;
  useWish.setState({ vote });
  openModal(step);
};
