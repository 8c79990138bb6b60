import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ScreenHead } from '../ui/screen-head.tsx';
import { Failure } from '../ui/states.tsx';

/** In the place of a screen whose code did not load or failed; the navigation around it still works. */
export const ScreenFailure = ({ error, reset }: ErrorComponentProps) => {
  const { t } = useTranslation();
  const router = useRouter();
  return (
    <>
      <ScreenHead title={t('screenFailure')} />
      <Failure
        error={error}
        onRetry={async () => {
          await router.invalidate();
          reset();
        }}
      />
    </>
  );
};
