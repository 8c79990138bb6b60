import { accentContrast, COLOUR, CONTRAST_AA, PAGE_ACCENT } from '@laurel/contracts/accent';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../../i18n/numbers.ts';
import { cx } from '../../../ui/cx.ts';
import shared from '../form.module.css';
import { FieldFrame } from '../text-field.tsx';
import { useDraft } from '../use-draft.ts';
import styles from './fields.module.css';
import type { ControlProps } from './plain-fields.tsx';

/** An accent colour: chosen or typed, with its contrast on the voters' page. */
export const ColourControl = ({ field: { path }, label, hint }: ControlProps) => {
  const { t } = useTranslation('edition-form');
  const numbers = useNumbers();
  const { get, set, mayEdit } = useDraft();
  const value = String(get(path) ?? '');
  const isColour = COLOUR.test(value);
  const contrast = isColour ? accentContrast(value) : 0;
  const isBad = value !== '' && contrast < CONTRAST_AA;
  const said = () => {
    if (value === '') return hint;
    if (!isColour) return t('colour.format');
    const values = { contrast: numbers.count(contrast), needed: numbers.count(CONTRAST_AA) };
    return t(isBad ? 'colour.low' : 'colour.enough', values);
  };
  return (
    <FieldFrame label={label} field={path}>
      {({ id, describedBy, wrong }) => (
        <>
          <div className={styles.colour}>
            <input
              type="color"
              aria-label={t('colour.choose', { label })}
              value={isColour ? value : PAGE_ACCENT}
              disabled={!mayEdit}
              onChange={({ target }) => set(path, target.value)}
            />
            <input
              id={id}
              className={shared.input}
              value={value}
              placeholder={PAGE_ACCENT}
              readOnly={!mayEdit}
              aria-invalid={wrong || isBad}
              aria-describedby={cx(describedBy, `${id}-hint`)}
              onChange={({ target }) => set(path, target.value.trim() || null)}
            />
          </div>
          <p id={`${id}-hint`} className={cx(styles.hint, isBad && styles.error)} role="status">
            {/* The server says the same once it has the value. */}
            {!(isBad && wrong) && said()}
          </p>
        </>
      )}
    </FieldFrame>
  );
};
