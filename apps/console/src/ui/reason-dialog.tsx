import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { Loading } from './states.tsx';

// Lazy, so that it is not part of the first load of the screens that use it.
const ReasonForm = lazy(() => import('./reason-form.tsx').then((loaded) => ({ default: loaded.ReasonForm })));

type Props = {
  title: string;
  /** The label of the button that makes the change: a verb. */
  action: string;
  /** Makes the change. The dialog closes when it resolves, and shows the failure when it rejects. */
  onConfirm(reason: string): Promise<unknown>;
  onClose(): void;
  /** `danger` for a change that takes something away. */
  tone?: 'main' | 'danger';
  /** Whether the change can be made: false, for example, while another field is invalid. */
  ready?: boolean;
  /** What will happen, in numbers, and the other fields of the change. */
  children?: ReactNode;
};

/** Asks before a change: says what will happen, and asks for the reason, which the audit log keeps. */
export const ReasonDialog = ({ title, tone = 'main', ready = true, children, ...rest }: Props) => {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog title={title} onClose={rest.onClose} closable={!busy}>
      <Suspense fallback={<Loading />}>
        <ReasonForm {...rest} tone={tone} ready={ready} onBusy={setBusy}>
          {children}
        </ReasonForm>
      </Suspense>
    </Dialog>
  );
};
