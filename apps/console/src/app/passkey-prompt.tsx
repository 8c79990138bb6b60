import { lazy, Suspense } from 'react';
import { usePasskeyRequest } from '../lib/passkey-request.ts';

const PasskeyDialog = lazy(() => import('./passkey-dialog.tsx').then((loaded) => ({ default: loaded.PasskeyDialog })));

/** Shows the dialog that asks for the passkey while a call waits for it. */
export const PasskeyPrompt = () => {
  const request = usePasskeyRequest();
  return (
    request && (
      <Suspense fallback={null}>
        <PasskeyDialog onFinish={request.finish} />
      </Suspense>
    )
  );
};
