import { parseJson } from '@laurel/contracts/json';
import { voteSchema } from '@laurel/contracts/records';
import { twoFactorRequestSchema, twoFactorSetupSchema } from '@laurel/contracts/storage';
import { z } from 'zod';
import { useModals } from '../../modals/store.ts';
import { useSession } from '../../session/store.ts';
import { LOGIN_STEPS } from './reducer.ts';
import { dispatch, useJourneyState } from './store.ts';

/** A stored step, without the notice at its top. */
const stepSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('emailOtp'), props: z.object({ email: z.string().optional() }) }),
  z.object({ type: z.literal('twoFactorSetup'), props: twoFactorSetupSchema }),
  z.object({ type: z.literal('twoFactorVerify'), props: twoFactorRequestSchema }),
  z.object({ type: z.literal('newPassword'), props: z.object({ login: z.string(), requestId: z.string() }) }),
  z.object({ type: z.literal('backupCodes'), props: z.object({ lost: z.literal(true).optional() }) }),
  z.object({ type: z.literal('phoneOtp'), props: z.object({}) }),
  z.object({ type: z.literal('socialVerification'), props: z.object({}) }),
  z.object({ type: z.literal('voteConfirm'), props: z.object({ vote: voteSchema }) }),
  // Whether its vote was counted is known from the user's votes.
  z.object({
    type: z.literal('ballot'),
    props: z.object({ at: voteSchema.omit({ vote: true }), chosen: z.string().optional() }),
  }),
]);
const storedSchema = z.object({
  step: stepSchema.optional(),
  vote: voteSchema.optional(),
  inBallot: z.boolean().default(false),
});

/**
 * Opens the stored step, unless another modal is open or the visitor has logged in since. The stored vote is pending
 * again, unless the visitor has chosen another nominee.
 */
export const restore = (stored: string): void => {
  const found = storedSchema.safeParse(parseJson(stored)).data;
  if (!found) return;
  const { step, vote, inBallot } = found;
  const isPast = step && LOGIN_STEPS.has(step.type) && useSession.getState().token !== undefined;
  const opens = isPast || useModals.getState().current ? undefined : step;
  const now = useJourneyState.getState();
  const later = now.pendingVote ? { vote: now.pendingVote, inBallot: now.inBallot } : { vote, inBallot };
  dispatch({ type: 'restored', step: opens, ...later });
};
