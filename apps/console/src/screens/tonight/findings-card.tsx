import type { Tonight } from '@laurel/contracts/console/calls/tonight';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ItemList } from '../../ui/item-list.tsx';

/** The key of the texts for each check of `laurel doctor`. Other checks share one text. */
const CHECKS = {
  guards: 'guards',
  queue: 'queue',
  webhooks: 'webhooks',
  'code budget': 'codeBudget',
  clock: 'clock',
  addresses: 'addresses',
  content: 'content',
  'voting ends': 'votingEnds',
  announcement: 'announcement',
  'time limits': 'timeLimits',
  backup: 'backup',
  restore: 'restore',
  'backup key': 'backupKey',
} as const;

const textOf = (check: string) => {
  const known = Object.entries(CHECKS).find(([name]) => name === check);
  return known?.[1] ?? 'other';
};

const ORDER = { bad: 0, todo: 1, good: 2 };

/**
 * The problems that `laurel doctor` finds, the worst first: its detail in English, and advice in the page's language.
 */
export const FindingsCard = ({ findings }: { findings: Tonight['findings'] }) => {
  const { t } = useTranslation('tonight');
  const open = findings
    .filter(({ state }) => state !== 'good')
    .toSorted((one, other) => ORDER[one.state] - ORDER[other.state]);
  const good = findings.length - open.length;
  const isBad = open.some(({ state }) => state === 'bad');
  return (
    <Card title={t('findings.title')} tone={isBad ? 'bad' : 'plain'}>
      <ItemList
        items={[
          ...open.map(({ check, state, detail }) => {
            const text = textOf(check);
            return {
              id: check,
              title: t(`checks.${text}.title`),
              chips: (
                <Chip tone={state === 'bad' ? 'bad' : 'warn'}>
                  {t(state === 'bad' ? 'findings.bad' : 'findings.todo')}
                </Chip>
              ),
              detail: (
                <>
                  <span lang="en">{detail}</span>
                  <br />
                  {t('findings.advice')} {t(`checks.${text}.advice`)}
                </>
              ),
            };
          }),
          ...(good > 0 ? [{ id: 'good', title: t('findings.good', { count: good }) }] : []),
        ]}
      />
    </Card>
  );
};
