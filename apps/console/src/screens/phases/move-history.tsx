import { PHASE_TIMES } from '@laurel/contracts/console/calls/phases';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './phases.module.css';
import type { Phases } from './types.ts';

/** Who moved which time, when and why, and the proposals that were not applied. */
export const MoveHistory = ({ phases }: { phases: Phases }) => {
  const { t } = useTranslation('phases');
  const { history } = phases;
  const ended = phases.proposals.filter(({ state }) => state !== 'proposed' && state !== 'applied');
  const at = (time?: string | null) => (time ? <Time at={time} /> : t('none'));
  const entries = [
    ...history.map((entry) => ({ at: entry.at, key: `${entry.at} ${entry.actor}`, entry, proposal: undefined })),
    ...ended.map((proposal) => ({
      at: proposal.decidedAt ?? proposal.proposedAt,
      key: `proposal ${proposal.id}`,
      entry: undefined,
      proposal,
    })),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <Card title={t('history.title')}>
      {entries.length === 0 && <Empty title={t('history.empty')} />}
      <ul className={styles.history}>
        {entries.map(({ at: when, key, entry, proposal }) => (
          <li key={key}>
            <p className={styles.who}>
              <Time at={when} /> · <b>{entry?.actor ?? proposal?.proposedBy}</b>{' '}
              {entry?.action === 'edition.import' && <Chip>{t('history.byEdition')}</Chip>}
              {proposal && <Chip tone="warn">{t(`state.${proposal.state}`)}</Chip>}
            </p>
            {entry &&
              PHASE_TIMES.filter((name) => entry.before[name] !== entry.after[name]).map((name) => (
                <p key={name}>
                  {t(`times.${name}`)}: {at(entry.before[name])} <span aria-hidden="true">→</span>{' '}
                  <b>{at(entry.after[name])}</b>
                </p>
              ))}
            {proposal?.decidedBy && <p>{t('history.decidedBy', { by: proposal.decidedBy })}</p>}
            <p className={styles.muted}>{entry?.reason ?? proposal?.reason}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
};
