import { revealVoter } from '@laurel/contracts/console/calls/voters';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Masked } from '../../ui/masked.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Time } from '../../ui/time.tsx';
import type { PersonalData, Voter } from './types.ts';

/**
 * The personal data of the voter, masked until somebody gives a reason to see them. The full data are forgotten when
 * the screen closes.
 */
export const PersonCard = ({ voter }: { voter: Voter }) => {
  const { t } = useTranslation('voters');
  const mayReveal = useMayDo('voters.reveal');
  const [asking, setAsking] = useState(false);
  const [data, setData] = useState<PersonalData>();
  const shown = (full: string | null | undefined, masked: string | null) => {
    if (full != null) return <span translate="no">{full}</span>;
    return masked === null ? t('noNumber') : <Masked text={masked} />;
  };
  const beside = data ? (
    <Button small onClick={() => setData(undefined)}>
      {t('reveal.hide')}
    </Button>
  ) : (
    mayReveal && (
      <Button small onClick={() => setAsking(true)}>
        {t('reveal.open')}
      </Button>
    )
  );
  return (
    <Card title={t('person')} beside={beside}>
      <Facts
        items={[
          { name: t('name'), value: shown(data?.name, voter.name) },
          { name: t('email'), value: shown(data?.email, voter.email) },
          { name: t('phone'), value: shown(data?.phone, voter.phone) },
          { name: t('languageOf'), value: voter.language },
          { name: t('created'), value: <Time at={voter.createdAt} /> },
        ]}
      />
      {asking && (
        <ReasonDialog
          title={t('reveal.title')}
          action={t('reveal.open')}
          onClose={() => setAsking(false)}
          onConfirm={async (reason) => {
            const answer = await call(revealVoter, { params: { id: voter.id }, body: { reason } });
            setData(answer.data);
          }}
        >
          <p>{t('reveal.text')}</p>
        </ReasonDialog>
      )}
    </Card>
  );
};
