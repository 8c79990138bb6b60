import { inLanguage } from '@laurel/contracts/languages';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { useNow } from '../../lib/use-now.ts';
import { cx } from '../../ui/cx.ts';
import styles from './slide.module.css';
import { Eclipse, Fit, Foot, Logo, type Stage, vars } from './slide-parts.tsx';
import { type Category, isNamed, type Slide } from './slides.ts';
import { Winner } from './winner.tsx';

type Parts = { slide: Slide; stage: Stage };

/** Words over the limb of a light that is still low. */
const Low = ({ over, title, under, stage }: { over?: string; title: string; under?: string; stage: Stage }) => (
  <div className={styles.low}>
    <Eclipse />
    <p className={styles.over}>{over}</p>
    <Fit high={27}>{title}</Fit>
    <p className={styles.under}>{under}</p>
    {title !== stage.award && <Foot>{stage.award}</Foot>}
  </div>
);

/** A category: with its nominees on the ring, and one point of light that goes round, in the moment before. */
const Ring = ({ category, before, stage }: { category: Category; before: boolean; stage: Stage }) => {
  const language = useLanguage();
  const { nominees } = category;
  return (
    <div className={cx(styles.ring, before && styles.before)}>
      <Eclipse angle={18} />
      {before &&
        nominees.map(({ company, logo }, place) => (
          <span
            key={company}
            className={styles.bead}
            style={vars({ '--turn': `${((place + 0.5) / nominees.length) * 360}deg` })}
          >
            <Logo file={logo} stage={stage} />
          </span>
        ))}
      <div className={styles.middle}>
        {isNamed(category) && <p className={styles.small}>{inLanguage(category.title, language)}</p>}
        <Fit high={16} className={styles.inside}>
          {inLanguage(category.name, language)}
        </Fit>
      </div>
      <Foot>{stage.award}</Foot>
    </div>
  );
};

const Nominee = ({ category, place, stage }: { category: Category; place: number; stage: Stage }) => {
  const { t } = useTranslation('stage');
  const language = useLanguage();
  const { nominees } = category;
  const nominee = nominees[place];
  if (!nominee) return null;
  const names = new Set([inLanguage(category.title, language), inLanguage(category.name, language)]);
  return (
    <div className={styles.nominee}>
      <Eclipse angle={270} />
      <div className={styles.large}>
        <Logo file={nominee.logo} stage={stage} />
      </div>
      <div className={styles.words}>
        <p className={styles.over}>{inLanguage(category.name, language)}</p>
        <Fit high={17}>{inLanguage(nominee.name, language)}</Fit>
        <p className={styles.under}>{inLanguage(nominee.text, language)}</p>
      </div>
      <div className={styles.row}>
        {nominees.map(({ company, logo }, at) => (
          <span key={company} className={cx(at <= place && styles.met, at === place && styles.now)}>
            <Logo file={logo} stage={stage} />
          </span>
        ))}
      </div>
      <Foot beside={t('place', { place: place + 1, of: nominees.length })}>{[...names].join(': ')}</Foot>
    </div>
  );
};

const Break = ({ minutes, next, stage }: { minutes: number; next: Category['title'] | undefined; stage: Stage }) => {
  const { t } = useTranslation('stage');
  const language = useLanguage();
  const now = useNow(1_000);
  const left = Math.min(Math.max(Math.ceil((stage.since + minutes * 60_000 - now) / 1_000), 0), minutes * 60);
  return (
    <div className={styles.ring} style={vars({ '--rim': 0.25 })}>
      <Eclipse />
      <svg viewBox="0 0 200 200" className={styles.clock} aria-hidden="true">
        <circle cx="100" cy="100" r="98.5" pathLength="1" strokeDasharray={`${left / (minutes * 60)} 1`} />
      </svg>
      <div className={styles.middle} role="timer">
        <p className={styles.small}>{t('backIn')}</p>
        <h2 className={styles.title}>
          {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
        </h2>
        {next && <p className={styles.small}>{t('nextUp', { name: inLanguage(next, language) })}</p>}
      </div>
      <Foot>{stage.award}</Foot>
    </div>
  );
};

const Content = ({ slide, stage }: Parts) => {
  const { t } = useTranslation('stage');
  const language = useLanguage();
  switch (slide.kind) {
    case 'opening':
      return <Low title={stage.award} stage={stage} />;
    case 'end':
      return <Low title={t('end')} stage={stage} />;
    case 'nomination': {
      const { number: place, of, categories: count } = slide;
      return (
        <Low
          over={t('place', { place, of })}
          title={inLanguage(slide.title, language)}
          under={count > 1 ? t('categories', { count }) : ''}
          stage={stage}
        />
      );
    }
    case 'nominee':
      return <Nominee category={slide.category} place={slide.place} stage={stage} />;
    case 'winner': {
      const winners = stage.winners[slide.category.category];
      if (winners?.winners.length === 0)
        return <Low over={inLanguage(slide.category.name, language)} title={t('noVotes')} stage={stage} />;
      if (winners) return <Winner category={slide.category} winners={winners} stage={stage} />;
      return <Ring category={slide.category} before stage={stage} />;
    }
    case 'break':
      return <Break minutes={slide.minutes} next={slide.next} stage={stage} />;
    case 'sponsor':
      return (
        <div className={styles.sponsor}>
          <p className={styles.over}>{t('partner')}</p>
          <div className={styles.plate}>
            <Logo file={slide.sponsor.logo} stage={stage} />
            <Fit high={22}>{slide.sponsor.name}</Fit>
          </div>
          {slide.sponsor.link && <p className={styles.under}>{new URL(slide.sponsor.link).host}</p>}
          <Foot>{stage.award}</Foot>
        </div>
      );
    default:
      return <Ring category={slide.category} before={slide.kind === 'before'} stage={stage} />;
  }
};

/** One slide as wide as its place, 16:9, also if nothing of it is shown. */
export const SlideView = ({ slide, blank, stage }: Parts & { blank: boolean }) => {
  const isSealed = slide.kind === 'winner' && !(slide.category.category in stage.winners);
  const name = isSealed ? `before:${slide.category.category}` : slide.name;
  return (
    <div className={styles.box} data-slide={blank ? 'blank' : isSealed ? 'before' : slide.kind} lang={useLanguage()}>
      <div key={`${name} ${blank}`} className={styles.slide}>
        {blank ? (
          <div className={cx(styles.ring, styles.blank)}>
            <Eclipse />
          </div>
        ) : (
          <Content slide={slide} stage={stage} />
        )}
      </div>
    </div>
  );
};
