import { readPhases } from '@laurel/contracts/console/calls/phases';
import { useTranslation } from 'react-i18next';
import type { Resources } from '../../i18n/resources.ts';
import { keyOf } from '../../lib/query.ts';
import { useChange } from '../../ui/use-change.ts';
import type { Outcome, Phases } from './types.ts';

/** The part of the phases that a change is based on. The server refuses the change if they differ by then. */
export const expectedOf = ({ moved, inFiles }: Phases) => ({ ...moved, inFiles });

/** Runs a change of the phases, which may wait for a second person. */
export const usePhaseChange = () => {
  const { t } = useTranslation('phases');
  const run = useChange(keyOf(readPhases));
  return (change: () => Promise<{ data: Outcome }>, said: keyof Resources['phases']['said']) =>
    run(change, ({ data }) => t(`said.${data.proposal === null ? said : 'proposed'}`));
};
