import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../lib/failure.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { Failure } from '../ui/states.tsx';

/** Shown in place of a screen that failed or whose code did not load. The navigation around it still works. */
export const ScreenFailure = ({ error, reset }: ErrorComponentProps) => {
  const { t } = useTranslation();
  const router = useRouter();
  const retry = async () => {
    await router.invalidate();
    reset();
  };
  return (
    <>
      <ScreenHead title={t('screenFailure.title')} />
      {error instanceof CallFailure ? (
        <Failure error={error} onRetry={retry} />
      ) : (
        // Only a reload helps: a browser may remember a failed import, and an update removes the older code.
        <div role="alert">
          <Note tone="bad">{t('screenFailure.code')}</Note>
          <p>
            <Button onClick={() => window.location.reload()}>{t('screenFailure.reload')}</Button>
          </p>
        </div>
      )}
    </>
  );
};
