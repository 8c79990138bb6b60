import { draftKit, readKits, revokeKit } from '@laurel/contracts/console/calls/kits';
import { LANGUAGE_SETTINGS, LANGUAGES } from '@laurel/contracts/languages';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { call } from '../../lib/call.ts';
import { queryOf } from '../../lib/query.ts';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-props.ts';
import { Time } from '../../ui/time.tsx';
import { useChange } from '../../ui/use-change.ts';
import styles from './kits.module.css';
import { LinkDialog } from './link-dialog.tsx';
import type { Kit } from './types.ts';

/** All nominees, the secret links to their kits, and the corrections that they suggest. */
export const Screen = () => {
  const { t } = useTranslation('kits');
  const language = useLanguage();
  const kits = useQuery(queryOf(readKits, {}));
  const maySend = useMayDo('kits.send');
  const mayDraft = useMayDo('edition.draft') && kits.data?.nominees.some(({ suggestion }) => suggestion !== null);
  const navigate = useNavigate();
  const run = useChange();
  const [linking, setLinking] = useState<Kit>();
  const [revoking, setRevoking] = useState<Kit>();
  const [correcting, setCorrecting] = useState<Kit>();
  const columns = useMemo((): readonly Column<Kit>[] => {
    const buttons = (kit: Kit) => {
      const name = kit.name[language];
      return (
        <span className={styles.acts}>
          {kit.suggestion && (
            <Button small tone="main" aria-label={t('lookNamed', { name })} onClick={() => setCorrecting(kit)}>
              {t('look')}
            </Button>
          )}
          {maySend && (
            <Button small aria-label={t('linkNamed', { name })} onClick={() => setLinking(kit)}>
              {t('link')}
            </Button>
          )}
          {maySend && kit.madeAt !== null && (
            <Button small tone="danger" aria-label={t('revokeNamed', { name })} onClick={() => setRevoking(kit)}>
              {t('revoke')}
            </Button>
          )}
        </span>
      );
    };
    return [
      { id: 'name', title: t('nominee'), lead: true, cell: ({ name }) => name[language] },
      { id: 'award', title: t('award'), cell: ({ award }) => award[language] },
      { id: 'state', title: t('state'), sortBy: ({ madeAt }) => madeAt ?? '', cell: (kit) => <State kit={kit} /> },
      ...(maySend || mayDraft ? [{ id: 'act', title: t('act'), cell: buttons }] : []),
    ];
  }, [t, language, maySend, mayDraft]);
  const fieldName = (field: string): string => {
    const of = LANGUAGES.find((each) => field.endsWith(`.${each}`));
    if (!of) return t('website');
    return `${t(field.startsWith('name') ? 'name' : 'description')} (${LANGUAGE_SETTINGS[of].label})`;
  };
  return (
    <>
      <ScreenHead title={t('title')} lead={t('lead')} />
      <Waiting query={kits} />
      {kits.data && (
        <Card>
          <DataTable
            label={t('title')}
            items={kits.data.nominees}
            columns={columns}
            idOf={({ nomination, niche, company }) => `${nomination}/${niche}/${company}`}
          />
        </Card>
      )}
      {linking && <LinkDialog kit={linking} onClose={() => setLinking(undefined)} />}
      {correcting?.suggestion && (
        <ConfirmDialog
          title={t('correctionNamed', { name: correcting.name[language] })}
          action={t('draft')}
          onClose={() => setCorrecting(undefined)}
          onConfirm={async () => {
            const { data } = await run(() => call(draftKit, { params: correcting }), t('saidDrafted'));
            await navigate({ to: '/edition/editor', search: { draft: data.id } });
          }}
        >
          <Facts
            items={Object.entries(correcting.suggestion).map(([field, value]) => ({ name: fieldName(field), value }))}
          />
        </ConfirmDialog>
      )}
      {revoking && (
        <ReasonDialog
          title={t('revokeTitle', { name: revoking.name[language] })}
          action={t('revoke')}
          tone="danger"
          onClose={() => setRevoking(undefined)}
          onConfirm={(reason) =>
            run(
              () => call(revokeKit, { params: revoking, body: { reason } }),
              t('saidRevoked', { name: revoking.name[language] }),
            )
          }
        >
          <p>{t('revokeText')}</p>
        </ReasonDialog>
      )}
    </>
  );
};

/** What became of a nominee's link: none was made, or when it was made or last opened. */
const State = ({ kit: { madeAt, openedAt, suggestion } }: { kit: Kit }) => {
  const { t } = useTranslation('kits');
  if (madeAt === null) return <Chip>{t('none')}</Chip>;
  return (
    <>
      <Chip tone={openedAt === null ? 'accent' : 'ok'}>{t(openedAt === null ? 'made' : 'opened')}</Chip>{' '}
      <Time at={openedAt ?? madeAt} /> {suggestion && <Chip tone="warn">{t('correction')}</Chip>}
    </>
  );
};
