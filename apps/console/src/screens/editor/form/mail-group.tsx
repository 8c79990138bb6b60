import { previewMail } from '@laurel/contracts/console/calls/mails';
import { VOTER_MAIL_NAMES } from '@laurel/contracts/console/voter-mails';
import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../../i18n/i18n.ts';
import { addressOf } from '../../../lib/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { languageName } from '../../../ui/language-choice.tsx';
import { useDraft } from '../use-draft.ts';
import styles from './fields.module.css';

const TestDialog = lazy(async () => {
  const [{ TestDialog }] = await Promise.all([import('../../../ui/test-dialog.tsx'), loadTexts('messages')]);
  return { default: TestDialog };
});

type Props = {
  /** Like `mails.emailCode`. */
  group: string;
  title: string | undefined;
  /** Its fields. */
  children: ReactNode;
};

/** A mail that voters get: the organisers' words, and under them the mail that begins with them, in each language. */
export const MailGroup = ({ group, title, children }: Props) => {
  const { t } = useTranslation('edition-form');
  const { id, fields, get, problems, mayEdit, mayTest, settled } = useDraft();
  const [open, setOpen] = useState([...problems.keys()].some((path) => `${path}.`.startsWith(`${group}.`)));
  const [testIn, setTestIn] = useState<Language>();
  const mail = VOTER_MAIL_NAMES.find((name) => group === `mails.${name}`);
  if (!mail) return null;
  const isOwn = ['subject', 'opening'].some((part) => get(`${group}.${part}`) !== null);
  return (
    <details className={styles.mail} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {title} {isOwn && <Chip>{t('mail.own')}</Chip>}
      </summary>
      <div className={styles.group}>
        {children}
        {open && mayEdit && (
          <div className={styles.pair}>
            {LANGUAGES.map((language) => {
              const words = { language: languageName(language) };
              return (
                <div key={language} data-in={language} className={styles.preview}>
                  {/* Another revision is another frame, because the address stays. */}
                  <iframe
                    key={fields?.revision}
                    title={t('mail.preview', words)}
                    src={addressOf(previewMail, { params: { id, mail }, query: { language } })}
                    sandbox=""
                    loading="lazy"
                  />
                  <p className={styles.hint}>{t('mail.samples')}</p>
                  {mayTest && (
                    <Button small aria-label={t('mail.testNamed', words)} onClick={() => setTestIn(language)}>
                      {t('mail.test')}
                    </Button>
                  )}
                </div>
              );
            })}
          </div>
        )}
      </div>
      {testIn !== undefined && (
        <Suspense fallback={null}>
          <TestDialog of={{ draft: id, mail, language: testIn, settled }} onClose={() => setTestIn(undefined)} />
        </Suspense>
      )}
    </details>
  );
};
