import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { PictureDrop, usePictures } from '../pictures.tsx';
import { FieldFrame } from '../text-field.tsx';
import { useDraft } from '../use-draft.ts';
import styles from './fields.module.css';
import type { ControlProps } from './plain-fields.tsx';

/** A logo, which is uploaded at once. It is the `logo` of the group that its path names. */
export const LogoControl = ({ field: { path, optional }, label, hint }: ControlProps) => {
  const { t } = useTranslation('edition-form');
  const { get, set, mayEdit } = useDraft();
  const { addressOf } = usePictures();
  const file = String(get(path) ?? '');
  return (
    <FieldFrame label={label} field={path} missing={file === '' && !optional} named>
      {() => (
        <>
          <PictureDrop path={path.slice(0, path.lastIndexOf('.'))} use="logo" label={label}>
            {file !== '' && <img src={addressOf('logos', file)} alt="" height={40} className={styles.logo} />}
          </PictureDrop>
          {optional && file !== '' && mayEdit && (
            <Button small tone="quiet" onClick={() => set(path, null)}>
              {t('logo.remove')}
            </Button>
          )}
          <p className={styles.hint}>{hint}</p>
        </>
      )}
    </FieldFrame>
  );
};
