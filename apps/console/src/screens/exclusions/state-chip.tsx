import type { ExclusionState } from '@laurel/contracts/console/exclusion-records';
import { useTranslation } from 'react-i18next';
import { Chip, type ChipTone } from '../../ui/chip.tsx';

const TONES: Readonly<Record<ExclusionState, ChipTone>> = {
  proposed: 'warn',
  approved: 'accent',
  refused: 'plain',
  expired: 'plain',
  applied: 'bad',
  undone: 'ok',
};

type Props = { state: ExclusionState; approvals: number };

/** The state of an exclusion in words. */
export const StateChip = ({ state, approvals }: Props) => {
  const { t } = useTranslation('exclusions');
  const waits = state === 'proposed' && approvals > 1;
  return <Chip tone={TONES[state]}>{waits ? t('state.waits') : t(`state.${state}`)}</Chip>;
};
