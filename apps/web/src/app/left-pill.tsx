import { useTranslation } from 'react-i18next';
import { JOURNEY_STEPS } from '../features/journey/reducer.ts';
import { leftStep } from '../features/journey/resume.ts';
import { openModal, useModals } from '../modals/store.ts';
import { Button } from '../ui/button.tsx';
import { Pill } from './pill.tsx';

/** A button that continues a journey that was left before the login. */
const LeftPill = () => {
  const { t } = useTranslation('page');
  // Each modal that closes may have changed the step.
  useModals();
  const left = leftStep();
  if (!left) return null;
  return (
    <Pill done={(left.step - 1) / JOURNEY_STEPS}>
      <Button onClick={() => openModal((leftStep() ?? left).request)}>
        {t('pill.finish', { step: left.step, total: JOURNEY_STEPS })}
      </Button>
    </Pill>
  );
};

export default LeftPill;
