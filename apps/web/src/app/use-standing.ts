import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { userInfoQuery } from '../features/account/api.ts';
import { useEdition } from '../features/edition/context.ts';
import { JOURNEY_STEPS } from '../features/journey/reducer.ts';
import { leftStep } from '../features/journey/resume.ts';
import { useVerification } from '../features/journey/use-verification.ts';
import { openStepOf } from '../features/journey/verification-state.ts';
import { nextPlace, progressOf } from '../features/nominations/flow.ts';
import { useKnownVotes } from '../features/voting/use-own-votes.ts';
import { addModalTexts } from '../i18n/modal-texts.ts';
import { useModals } from '../modals/store.ts';
import type { ModalRequest } from '../modals/types.ts';
import { useSession } from '../session/store.ts';

/** How far the visitor is on the way to a vote in every category, and what comes next. */
export type Standing = {
  /** From 0 to 1. */
  readonly done: number;
  /** The count of votes, once the visitor has logged in. */
  readonly progress: string | undefined;
  /** The hero's words for it. */
  readonly status: string;
  /** The next step: its name in the pill, and the shorter one in the hero. */
  readonly label: string;
  readonly act: string;
  next(): ModalRequest;
};

/** The visitor's standing; undefined while it is not known. */
export const useStanding = (): Standing | undefined => {
  useState(addModalTexts);
  const { t } = useTranslation(['voting', 'page']);
  const { nominations, phase } = useEdition();
  const token = useSession((session) => session.token);
  const { data: known, isPending: asking } = useQuery(userInfoQuery(token));
  const { status } = useVerification();
  const ownVotes = useKnownVotes();
  // Each modal that closes may have changed the step that was left.
  useModals();
  const atStep = (step: number) => ({
    status: t('standing.step', { step, total: JOURNEY_STEPS }),
    label: t('standing.finish', { step, total: JOURNEY_STEPS }),
    act: t('standing.goOn'),
  });
  if (token === undefined) {
    const left = leftStep();
    if (!left) return undefined;
    const done = (left.step - 1) / JOURNEY_STEPS;
    return { done, progress: undefined, ...atStep(left.step), next: () => (leftStep() ?? left).request };
  }
  // Votes that are not loaded yet would count as none.
  if (!ownVotes) return undefined;
  const { voted, total } = progressOf(nominations, ownVotes);
  if (total === 0) return undefined;
  const counts = { done: voted / total, progress: t('outOf', { voted, total }) };
  const own = { ...counts, status: t('standing.votes', { voted, total }) };
  if (phase !== 'open') {
    return { ...own, label: t('myVotes'), act: t('myVotes'), next: () => ({ type: 'myVotes', props: {} }) };
  }
  const step = openStepOf({ verifications: known?.verifications, asking, status });
  if (step) return { ...counts, ...atStep(step.step), next: () => ({ type: step.modal, props: {} }) };
  const at = nextPlace(nominations, ownVotes);
  if (!at) {
    return { ...own, label: t('myPicks'), act: t('myPicks'), next: () => ({ type: 'finished', props: {} }) };
  }
  const label = t(voted === 0 ? 'standing.start' : 'standing.next');
  return {
    ...own,
    label,
    act: t(voted === 0 ? 'page:act.open' : 'standing.goOn'),
    next: () => ({ type: 'ballot', props: { at } }),
  };
};
