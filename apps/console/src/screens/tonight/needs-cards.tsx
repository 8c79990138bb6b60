import { mayDo } from '@laurel/contracts/console/permissions';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { meQuery } from '../../session/me.ts';
import { StatNumber } from '../../ui/stat-number.tsx';

/** How often the counts are read while Tonight is open, milliseconds. */
const REFRESH_MS = 15_000;

/** What may wait, and the screen that lists exactly these items. */
const NEEDS = [
  { name: 'clusters', action: 'exclusions.read', link: linkOptions({ to: '/suspicious' }) },
  { name: 'reviews', action: 'reviews.read', link: linkOptions({ to: '/reviews' }) },
  { name: 'phases', action: 'phases.read', link: linkOptions({ to: '/phases' }) },
  { name: 'edition', action: 'edition.read', link: linkOptions({ to: '/edition' }) },
  {
    name: 'exclusions',
    action: 'exclusions.read',
    link: linkOptions({ to: '/exclusions', search: { waits: 'decision' } }),
  },
  {
    name: 'objections',
    action: 'exclusions.read',
    link: linkOptions({ to: '/exclusions', search: { waits: 'answer' } }),
  },
  { name: 'messages', action: 'messages.read', link: linkOptions({ to: '/messages', search: { set: 'troubled' } }) },
] as const;

/** How much waits for a decision on each screen, with a link to it. */
export const NeedsCards = () => {
  const { t } = useTranslation('tonight');
  const numbers = useNumbers();
  const { person, waiting } = useSuspenseQuery({ ...meQuery, refetchInterval: REFRESH_MS }).data;
  const needs = NEEDS.filter(({ name, action }) => mayDo(person.role, action) && waiting[name] > 0);
  if (needs.length === 0)
    return <StatNumber title={t('needs.nothing')} value={numbers.count(0)} note={t('needs.calm')} />;
  return needs.map(({ name, link }) => (
    <StatNumber
      key={name}
      title={t(`needs.titles.${name}`)}
      tone="warn"
      value={numbers.count(waiting[name])}
      note={<Link {...link}>{t(`needs.${name}`, { count: waiting[name] })}</Link>}
    />
  ));
};
