import { LANGUAGE_SETTINGS, LANGUAGES, plainPath } from '@laurel/contracts/languages';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { useAnnouncement } from '../features/edition/use-announcement.ts';
import type { Nomination } from '../features/nominations/flow.ts';
import { useLanguage, useLocalized } from '../i18n/language.ts';
import { plainText } from '../lib/plain-text.ts';
import { NOMINATIONS_ID } from '../lib/scroll.ts';
import { formatKyivMinute } from '../lib/time.ts';
import { ButtonLink } from '../ui/button.tsx';
import { SponsorRow } from '../ui/sponsor-row.tsx';
import { Announcement } from './announcement.tsx';
import { Overview } from './overview.tsx';

/** Says in every language what the page offers in a browser without scripts; `linked` leads to it. */
export const PlainNotice = ({ linked = false }: { linked?: boolean }) => (
  <aside className="plain-notice">
    {LANGUAGES.map((language) => {
      const text = i18next.getFixedT(language, 'plain')('notice');
      return (
        <p key={language} lang={language}>
          {linked ? <a href={plainPath(language)}>{text}</a> : text}
        </p>
      );
    })}
  </aside>
);

/** Says in every language that a part of the page did not load, and how to reload. Hidden until recover.ts shows it. */
export const ReloadNotice = () => (
  <div role="alert" data-reload hidden>
    <div className="plain-notice">
      {LANGUAGES.map((language) => {
        const t = i18next.getFixedT(language, 'plain');
        return (
          <p key={language} lang={language} dir={LANGUAGE_SETTINGS[language].direction}>
            {t('reload.text')} <a href="/">{t('reload.action')}</a>
          </p>
        );
      })}
    </div>
  </div>
);

/** The page without scripts below its first screen. */
export const PlainPage = () => {
  const { t } = useTranslation('page');
  const { sponsors } = useEdition();
  return (
    <>
      <PhaseEnd />
      <Overview />
      <PlainNominations />
      <Announcement />
      {sponsors && (
        <div className="wrap">
          <SponsorRow label={t('sponsors')} sponsors={sponsors} />
        </div>
      )}
    </>
  );
};

/** The time at which the phase ends, in place of the countdown. */
const PhaseEnd = () => {
  const { t } = useTranslation('plain');
  const language = useLanguage();
  const { phases, words } = useEdition();
  const winners = useAnnouncement();
  if (words === 'announced') return null;
  const ends = { nominating: phases.nominatingClosesAt, scheduled: phases.votingOpensAt, open: phases.votingClosesAt };
  const at = words === 'closed' ? null : ends[words];
  const end = words === 'closed' ? winners : at && t(words, { moment: formatKyivMinute(new Date(at), language) });
  return end && <p className="wrap plain-moment">{end}</p>;
};

/** All nominees with their percentages, which the server fills in (`shares.policy.ts` of the API's page). */
const PlainNominations = () => {
  const { t } = useTranslation('page');
  const localize = useLocalized();
  const { t: tell } = useTranslation('nominations');
  const { texts, links, nominations, phase, results } = useEdition();
  const { title } = texts.nominations;
  const hidden = phase === 'closed' && !results.visible;
  return (
    <section id={NOMINATIONS_ID} className="wrap plain">
      <h2>{phase === 'announced' ? t('winners.results') : localize(title)}</h2>
      {phase !== 'open' && <p>{t(`phaseNote.${hidden ? 'closedHidden' : phase}`)}</p>}
      {!results.visible && <p>{tell('hiddenResults')}</p>}
      {nominations.map((nomination) => (
        <PlainNomination key={nomination.tag} nomination={nomination} />
      ))}
      <p>
        {localize(texts.contactBanner.title)}{' '}
        <ButtonLink href={links.contact}>{localize(texts.contactBanner.button)}</ButtonLink>
      </p>
    </section>
  );
};

const PlainNomination = ({ nomination }: { nomination: Nomination }) => {
  const { t } = useTranslation('nominations');
  const localize = useLocalized();
  const { phase, results } = useEdition();
  return (
    <article id={nomination.tag}>
      <h3>{localize(nomination.title)}</h3>
      {nomination.categories.map((category) => (
        <div key={category.tag}>
          {nomination.categories.length > 1 && <h4>{localize(category.name)}</h4>}
          <ul>
            {category.companies.map((company) => {
              const place = `${nomination.tag}/${category.tag}/${company.tag}`;
              return (
                <li key={company.tag}>
                  {company.link === '' ? (
                    <span>{localize(company.name)}</span>
                  ) : (
                    <a href={company.link}>{localize(company.name)}</a>
                  )}
                  {results.visible && phase === 'announced' && (
                    <>
                      <b data-winner={place}>{t('rank.winner')}</b>
                      <b data-joint-winner={place}>{t('rank.sharedWinner')}</b>
                    </>
                  )}
                  {results.visible && <data value={place} />}
                  <p>{plainText(localize(company.desc))}</p>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </article>
  );
};
