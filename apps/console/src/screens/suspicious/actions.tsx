import { decideCluster } from '@laurel/contracts/console/calls/clusters';
import { type ClusterState, EXPLANATIONS } from '@laurel/contracts/console/cluster-records';
import { reasonText } from '@laurel/contracts/console/cluster-texts';
import { inEachLanguage } from '@laurel/contracts/languages';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { call } from '../../lib/call.ts';
import { exclusionDraft, NO_CRITERIA, NO_REASONS } from '../../session/exclusion-draft.ts';
import { useMe } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import styles from './suspicious.module.css';
import { type Cluster, weakOf } from './types.ts';

/** Who was set aside comes back when it has grown by this factor. */
const GROWN = 1.25;
/** The public reason has the strongest of the reasons. */
const SAID = 2;

/** The draft of an exclusion of exactly these people, and of these votes if their nominees may be known. */
const draftOf = ({ reasons, choices }: Cluster, voters: readonly string[]) => {
  // Without values, which may be numbers and addresses: the reason is published.
  const strongest = reasons.slice(0, SAID).map((reason) => ({ ...reason, value: '' }));
  return {
    people: voters.length,
    criteria: {
      ...NO_CRITERIA,
      voters: voters.join('\n'),
      nominees: (choices ?? []).map(({ nomination, niche, company }) => `${nomination}/${niche}/${company}`),
    },
    reasons: {
      ...NO_REASONS,
      publicReason: inEachLanguage((language) => strongest.map((each) => reasonText(language, each)).join(' ')),
    },
  };
};

type Props = { cluster: Cluster; withoutWeak: boolean };

/** What can be done about a cluster: preview an exclusion, watch it, set it aside, or open it again. */
export const Actions = ({ cluster, withoutWeak }: Props) => {
  const { t } = useTranslation('suspicious');
  const { count } = useNumbers();
  const { id: memberId } = useMe().person;
  const navigate = useNavigate();
  const run = useChange();
  const [state, setState] = useState<ClusterState>();
  const [why, setWhy] = useState<(typeof EXPLANATIONS)[number] | 'unknown'>('unknown');
  const { id, members, people } = cluster;
  const weak = weakOf(cluster);
  const voters = members.filter((member) => !withoutWeak || !weak.has(member)).map(({ voterId }) => voterId);
  const decide = (reason: string) => {
    const body = state === 'dismissed' && why !== 'unknown' ? { why, reason } : { reason };
    return run(() => call(decideCluster, { params: { id }, body: { state: state ?? 'open', ...body } }), t('act.done'));
  };
  const preview = () => {
    exclusionDraft.offer(memberId, draftOf(cluster, voters));
    void navigate({ to: '/exclusions/new' });
  };
  return (
    <div className={styles.actions}>
      {voters.length > 0 && cluster.state !== 'dismissed' && (
        <Button tone="main" onClick={preview}>
          {t('act.preview')}
        </Button>
      )}
      {(['watched', 'dismissed', 'open'] as const)
        .filter((each) => each !== cluster.state)
        .map((each) => (
          <Button key={each} onClick={() => setState(each)}>
            {t(`act.${each}.open`)}
          </Button>
        ))}
      {state && (
        <ReasonDialog
          title={t(`act.${state}.open`)}
          action={t(`act.${state}.open`)}
          ready={state !== 'dismissed' || why !== 'unknown'}
          onClose={() => setState(undefined)}
          onConfirm={decide}
        >
          <p>{t(`act.${state}.text`, { number: count(Math.ceil(people * GROWN)) })}</p>
          {state === 'dismissed' && (
            <Choice
              label={t('act.explains')}
              options={EXPLANATIONS.map((value) => ({ value, label: t(`explain.${value}`) }))}
              value={why}
              onChange={setWhy}
            />
          )}
        </ReasonDialog>
      )}
    </div>
  );
};
