import { type readMine, removePasskey } from '@laurel/contracts/console/calls/session';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallAnswer } from '../../lib/call.ts';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Note } from '../../ui/note.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';

const AddPasskey = lazy(() => import('./add-passkey.tsx').then((loaded) => ({ default: loaded.AddPasskey })));

type Passkey = CallAnswer<typeof readMine>['passkeys'][number];

/** The person's passkeys. Warns if there is only one, because a lost device would then lock the person out. */
export const MyPasskeys = ({ passkeys }: { passkeys: readonly Passkey[] }) => {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  return (
    <Card
      title={t('passkeys.title')}
      beside={
        <Button small tone={passkeys.length < 2 ? 'main' : 'plain'} onClick={() => setAdding(true)}>
          {t('passkeys.add')}
        </Button>
      }
    >
      {passkeys.length < 2 && <Note tone="warn">{t('passkeys.one')}</Note>}
      <ItemList
        items={passkeys.map((passkey) => ({
          id: passkey.id,
          title: passkey.label,
          chips: <Chip>{t(passkey.synced ? 'passkeys.synced' : 'passkeys.bound')}</Chip>,
          detail: (
            <>
              {t('passkeys.addedAt')} <Time at={passkey.addedAt} show="date" />
              {' · '}
              {passkey.lastUsedAt === null ? (
                t('passkeys.unused')
              ) : (
                <>
                  {t('passkeys.lastUsedAt')} <Time at={passkey.lastUsedAt} />
                </>
              )}
            </>
          ),
          action: passkeys.length > 1 && (
            <Button
              small
              tone="danger"
              aria-label={t('passkeys.removeNamed', { label: passkey.label })}
              onClick={() => setRemoving(passkey)}
            >
              {t('passkeys.remove')}
            </Button>
          ),
        }))}
      />
      <Suspense fallback={null}>{adding && <AddPasskey onClose={() => setAdding(false)} />}</Suspense>
      {removing && (
        <ConfirmDialog
          title={t('passkeys.removeTitle', { label: removing.label })}
          action={t('passkeys.remove')}
          tone="danger"
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            await call(removePasskey, { params: { id: removing.id }, body: {} });
            await queryClient.invalidateQueries();
            showToast(t('passkeys.removed'));
          }}
        >
          {t('passkeys.removeText')}
        </ConfirmDialog>
      )}
    </Card>
  );
};
