import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Lone } from '../ui/lone.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { Failure } from '../ui/states.tsx';

/** In the place of the console if the server doesn't say who is signed in, or the code of a screen doesn't load. */
export const StartFailure = ({ error, reset }: ErrorComponentProps) => {
  const { t } = useTranslation();
  const router = useRouter();
  return (
    <Lone>
      <ScreenHead title={t('startFailure')} />
      <Failure
        error={error}
        onRetry={async () => {
          await router.invalidate();
          reset();
        }}
      />
    </Lone>
  );
};
