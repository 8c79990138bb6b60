import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@laurel/contracts/languages';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Loading } from '../../ui/states.tsx';
import styles from './editor.module.css';
import form from './form.module.css';
import { Icon } from './icons.tsx';
import { ItemMenu } from './item-menu.tsx';
import type { Category, Nominee, Part } from './outline.ts';
import { PictureDrop, usePictures } from './pictures.tsx';
import { Present } from './presence.tsx';
import { FieldFrame, TextField } from './text-field.tsx';
import { useDraft } from './use-draft.ts';
import { useNames } from './use-names.ts';
import { useNominee } from './use-nominee.ts';
import { VisitorsCard } from './visitors-card.tsx';

const RichText = lazy(() => import('./rich-text.tsx'));

/** One thing in each language, side by side; on a phone in the chosen one. */
const Pair = ({ shown, children }: { shown: Language; children(language: Language): ReactNode }) => (
  <div className={form.pair}>
    {LANGUAGES.map((language) => (
      <div key={language} data-off={language !== shown || undefined}>
        {children(language)}
      </div>
    ))}
  </div>
);

const FormHead = ({ nominee, category }: { nominee: Nominee; category: Category }) => {
  const { t } = useTranslation('editor');
  const nameOf = useNames();
  const { id } = useDraft();
  const { addressOf } = usePictures();
  const place = category.nominees.indexOf(nominee);
  const to = (at: string | undefined, icon: 'back' | 'next' | 'close', label: string) =>
    at !== undefined && (
      <Link
        to="/edition/editor"
        search={{ draft: id, at }}
        resetScroll={false}
        className={styles.iconButton}
        aria-label={label}
      >
        <Icon name={icon} />
      </Link>
    );
  return (
    <header className={form.formHead}>
      {nominee.logo !== undefined && <img src={addressOf('logos', nominee.logo)} alt="" width={40} height={40} />}
      <div className={form.grow}>
        <h2>{nameOf(nominee.name)}</h2>
        <p>{t('form.place', { place: place + 1, of: category.nominees.length, category: nameOf(category.name) })}</p>
      </div>
      <Present path={nominee.path} />
      {to(category.nominees[place - 1]?.path, 'back', t('form.previous'))}
      {to(category.nominees[place + 1]?.path, 'next', t('form.next'))}
      <ItemMenu item={nominee} />
      {to(category.path, 'close', t('form.close'))}
    </header>
  );
};

/** Everything about a nominee, in each language side by side, and its card as visitors see it. */
const NomineeForm = ({ nominee, category }: { nominee: Nominee; category: Category }) => {
  const { t } = useTranslation('editor');
  const { get, set, mayEdit } = useDraft();
  const { addressOf } = usePictures();
  const { name, setName, copies } = useNominee(nominee);
  const [shown, setShown] = useState<Language>(
    () => LANGUAGES.find((each) => nominee.gaps.some(({ language }) => language === each)) ?? DEFAULT_LANGUAGE,
  );
  const field = (part: string) => `${nominee.path}.${part}`;
  const lacks = (part: Part, language?: Language) =>
    nominee.gaps.some((gap) => gap.part === part && gap.language === language);
  const missing = (language: Language) => nominee.gaps.filter((gap) => gap.language === language).length;
  return (
    <section className={form.form} aria-label={t('form.title')}>
      <FormHead nominee={nominee} category={category} />
      <div className={form.formBody}>
        <fieldset className={form.languageTabs} aria-label={t('form.language')}>
          {LANGUAGES.map((language) => (
            <button key={language} type="button" aria-pressed={language === shown} onClick={() => setShown(language)}>
              {t(`languages.${language}`)}
              {missing(language) > 0 && <i className={styles.dot} />}
            </button>
          ))}
        </fieldset>
        <Pair shown={shown}>
          {(language) => (
            <p className={form.language}>
              <span>{t(`languages.${language}`)}</span>
              {missing(language) > 0 ? (
                <Chip tone="warn">{t('form.missing', { count: missing(language) })}</Chip>
              ) : (
                <span className={form.complete}>
                  <Icon name="check" size={14} />
                  {t('form.complete')}
                </span>
              )}
            </p>
          )}
        </Pair>
        <Pair shown={shown}>
          {(language) => (
            <TextField
              label={t('form.name')}
              field={field(`name.${language}`)}
              language={language}
              value={name[language]}
              placeholder={
                name[language] === '' && nominee.name[language]
                  ? t('form.sameName', { name: nominee.name[language] })
                  : ''
              }
              missing={lacks('name', language)}
              onChange={(text) => setName(language, text)}
            />
          )}
        </Pair>
        <TextField
          label={t('form.pronunciation')}
          field={field('pronunciation')}
          value={String(get(field('pronunciation')) ?? '')}
          onChange={(text) => set(field('pronunciation'), text || null)}
        />
        {copies > 1 && <p className={form.hint}>{t('form.copies', { count: copies })}</p>}
        <Pair shown={shown}>
          {(language) => (
            <FieldFrame
              label={t('form.desc')}
              field={field(`desc.${language}`)}
              language={language}
              missing={lacks('desc', language)}
              named
            >
              {({ describedBy, wrong }) => (
                <Suspense fallback={<Loading lines={3} />}>
                  <RichText
                    label={`${t('form.desc')}, ${t(`languages.${language}`)}`}
                    lang={language}
                    value={nominee.desc[language] ?? ''}
                    onChange={(html) => set(field(`desc.${language}`), html === '' ? null : html)}
                    describedBy={describedBy}
                    wrong={wrong}
                    readOnly={!mayEdit}
                  />
                </Suspense>
              )}
            </FieldFrame>
          )}
        </Pair>
        <div className={form.logoAndLink}>
          <FieldFrame label={t('form.logo')} field={field('logo')} missing={lacks('logo')} named>
            {() => (
              <PictureDrop path={nominee.path} use="logo" label={t('form.logo')}>
                {nominee.logo === undefined ? (
                  <span className={styles.hole}>
                    <Icon name="plus" />
                  </span>
                ) : (
                  <img src={addressOf('logos', nominee.logo)} alt="" width={40} height={40} />
                )}
              </PictureDrop>
            )}
          </FieldFrame>
          <TextField
            label={t('form.link')}
            type="url"
            field={field('link')}
            value={nominee.link}
            placeholder="https://"
            onChange={(text) => set(field('link'), text || null)}
          />
        </div>
        <PictureFields nominee={nominee} shown={shown} lacks={lacks} />
      </div>
      <VisitorsCard nominee={nominee} />
    </section>
  );
};

export default NomineeForm;

type PictureProps = { nominee: Nominee; shown: Language; lacks(part: Part, language?: Language): boolean };

/** The picture with its description in each language, or the video: a nominee has at most one of them. */
const PictureFields = ({ nominee, shown, lacks }: PictureProps) => {
  const { t } = useTranslation('editor');
  const { set, mayEdit } = useDraft();
  const { addressOf } = usePictures();
  const { path, picture, video } = nominee;
  return (
    <div className={picture ? form.pictures : form.either}>
      {(picture !== undefined || video === '') && (
        <FieldFrame label={t('form.picture')} field={`${path}.picture.file`} named>
          {() => (
            <PictureDrop path={path} use="picture" label={t('form.picture')}>
              {picture && <img src={addressOf('pictures', picture.file)} alt="" className={form.picture} />}
            </PictureDrop>
          )}
        </FieldFrame>
      )}
      {picture ? (
        <>
          <Pair shown={shown}>
            {(language) => (
              <TextField
                label={t('form.alt')}
                field={`${path}.picture.alt.${language}`}
                language={language}
                value={picture.alt[language] ?? ''}
                placeholder={t('form.altHint')}
                missing={lacks('alt', language)}
                onChange={(text) => set(`${path}.picture.alt.${language}`, text || null)}
              />
            )}
          </Pair>
          {mayEdit && (
            <Button small tone="quiet" onClick={() => set(`${path}.picture`, null)}>
              {t('form.noPicture')}
            </Button>
          )}
        </>
      ) : (
        <TextField
          label={t(video === '' ? 'form.orVideo' : 'form.video')}
          type="url"
          field={`${path}.video`}
          value={video}
          placeholder="https://"
          onChange={(text) => set(`${path}.video`, text || null)}
        />
      )}
    </div>
  );
};
