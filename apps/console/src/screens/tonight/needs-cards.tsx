import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { useMe } from '../../session/me.ts';
import { StatNumber } from '../../ui/stat-number.tsx';

const NEEDS = [
  { name: 'reviews', to: '/reviews' },
  { name: 'phases', to: '/phases' },
  { name: 'exclusions', to: '/exclusions' },
  { name: 'messages', to: '/messages' },
] as const;

/** How much waits for a decision on each screen, with a link to it. */
export const NeedsCards = () => {
  const { t } = useTranslation('tonight');
  const numbers = useNumbers();
  const { waiting } = useMe();
  const needs = NEEDS.filter(({ name }) => waiting[name] > 0);
  if (needs.length === 0)
    return <StatNumber title={t('needs.nothing')} value={numbers.count(0)} note={t('needs.calm')} />;
  return needs.map(({ name, to }) => (
    <StatNumber
      key={name}
      title={t(`needs.titles.${name}`)}
      tone="warn"
      value={numbers.count(waiting[name])}
      note={<Link to={to}>{t(`needs.${name}`, { count: waiting[name] })}</Link>}
    />
  ));
};
