import { announce, closeNow } from '@laurel/contracts/console/calls/phases';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { MovePreview } from './move-preview.tsx';
import type { Move, Phases } from './types.ts';
import { expectedOf, usePhaseChange } from './use-phase-change.ts';
import { usePreview } from './use-preview.ts';

const ACTS = {
  close: { made: closeNow, move: { clear: false, closes: 'now' } },
  announce: { made: announce, move: { clear: false, announced: 'now' } },
} as const satisfies Record<string, { made: typeof closeNow | typeof announce; move: Move }>;

export type Act = keyof typeof ACTS;

type Props = { act: Act; phases: Phases; onClose(): void };

/** Closes voting, or announces the winners, now. */
export const ActDialog = ({ act, phases, onClose }: Props) => {
  const { t } = useTranslation('phases');
  const run = usePhaseChange();
  const [seen] = useState(phases);
  const { made, move } = ACTS[act];
  const preview = usePreview(move);
  return (
    <ReasonDialog
      title={t(`${act}.title`)}
      action={t(preview.data?.needsSecondPerson ? 'propose' : `${act}.action`)}
      tone="danger"
      ready={preview.isSuccess}
      onClose={onClose}
      onConfirm={(reason) => run(() => call(made, { body: { reason, expected: expectedOf(seen) } }), act)}
    >
      <p>{t(`${act}.text`)}</p>
      <MovePreview preview={preview} />
    </ReasonDialog>
  );
};
