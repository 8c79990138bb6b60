import type { Winners } from '@laurel/contracts/console/stage';
import { inLanguage } from '@laurel/contracts/languages';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import { cx } from '../../ui/cx.ts';
import slide from './slide.module.css';
import { Eclipse, Fit, Foot, Logo, type Stage, vars } from './slide-parts.tsx';
import type { Category } from './slides.ts';
import styles from './winner.module.css';

/** The winners, equal in size, with one light between them. */
export const Winner = ({
  category,
  winners: { winners, share, drawn },
  stage,
}: {
  category: Category;
  winners: Winners;
  stage: Stage;
}) => {
  const { t } = useTranslation('stage');
  const language = useLanguage();
  const { percent } = useNumbers();
  const own = winners.flatMap((place) => category.nominees[place] ?? []);
  if (own.length === 0) return null;
  const joint = own.length > 1;
  return (
    <div className={cx(styles.winner, joint && styles.joint)} style={vars({ '--many': own.length })}>
      <i className={styles.rays} />
      <div className={styles.bodies}>
        {own.map(({ company, logo }, at) => (
          <div key={company} className={styles.body}>
            <Eclipse angle={joint ? 90 + (180 * at) / (own.length - 1) : 0} />
            <Logo file={logo} stage={stage} />
          </div>
        ))}
      </div>
      <p className={cx(slide.over, styles.over)}>
        {t(joint ? 'joint' : drawn ? 'drawn' : 'winner')} · {inLanguage(category.name, language)}
      </p>
      <Fit high={joint ? 9 : 14} className={styles.gold}>
        {own.map(({ company, name }) => (
          <span key={company}>{inLanguage(name, language)}</span>
        ))}
      </Fit>
      <p className={styles.share}>
        {percent(share ?? 0).slice(0, -1)}
        <i>%</i>
      </p>
      <Foot>{inLanguage(category.title, language)}</Foot>
    </div>
  );
};
