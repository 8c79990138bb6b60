import { useTranslation } from 'react-i18next';
import { PasskeyFailure } from '../lib/passkey.ts';
import { Note } from './note.tsx';
import { Failure } from './states.tsx';

/** Why a passkey was not used or not accepted. Shows other failures as Failure does. */
export const Trouble = ({ error }: { error: unknown }) => {
  const { t } = useTranslation();
  if (!(error instanceof PasskeyFailure)) return <Failure error={error} />;
  return (
    <div role="alert">
      <Note tone="warn">{t(`passkey.trouble.${error.trouble}`)}</Note>
    </div>
  );
};
