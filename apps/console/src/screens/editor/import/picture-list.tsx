import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../i18n/failure-text.ts';
import { useProblemText } from '../../../i18n/problem-text.ts';
import type { NamedNominee } from '../../../lib/draft-names.ts';
import { Chip } from '../../../ui/chip.tsx';
import type { FileRefusal } from './file-kinds.ts';
import styles from './import.module.css';
import type { PlannedPicture } from './picture-plan.ts';
import type { Sent } from './send-pictures.ts';

/** A picture that is on this device; its extension if it can't be shown. */
const Thumb = ({ file, content }: { file: string; content: Blob | undefined }) => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!content) return undefined;
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  if (address === undefined) return <span className={styles.thumb}>{file.split('.').at(-1)}</span>;
  return <img src={address} alt="" className={styles.thumb} onError={() => setAddress(undefined)} />;
};

type Props = {
  rows: readonly PlannedPicture[];
  files: ReadonlyMap<string, Blob>;
  /** Files that are not sent, with the reason. */
  refused?: ReadonlyMap<string, FileRefusal>;
  sent: ReadonlyMap<string, Sent>;
  nominees: readonly NamedNominee[];
  without: readonly NamedNominee[];
  /** Chooses the nominee of a file; without it, nothing can be chosen any more. */
  onChoose?(file: string, nominee: string): void;
};

/** Files of pictures: who gets each, or why it can't be used and what to do. */
export const PictureList = ({ rows, files, refused, sent, nominees, without, onChoose }: Props) => {
  const { t } = useTranslation('editor-import');
  const failureText = useFailureText();
  const problemText = useProblemText();
  const outcomeOf = (outcome: Sent): string =>
    outcome.state === 'failed' ? failureText(outcome.error) : outcome.notes.map(problemText).join('; ');
  const group = (label: string, list: readonly NamedNominee[]) =>
    list.length > 0 && (
      <optgroup label={label}>
        {list.map(({ path, name, place }) => (
          <option key={path} value={path}>
            {`${name} (${place})`}
          </option>
        ))}
      </optgroup>
    );
  const choice = ({ file, nominee, candidates }: PlannedPicture) => {
    const likely = nominees.filter(({ path }) => candidates.includes(path));
    const empty = without.filter((each) => !likely.includes(each));
    return (
      <select
        aria-label={t('pictures.whose', { file })}
        value={nominee}
        className={nominee === '' ? styles.left : undefined}
        onChange={({ target }) => onChoose?.(file, target.value)}
      >
        <option value="">{t('pictures.leaveOut')}</option>
        {group(t('pictures.likely'), likely)}
        {group(t('pictures.empty'), empty)}
        {group(
          t('pictures.others'),
          nominees.filter((each) => !likely.includes(each) && !empty.includes(each)),
        )}
      </select>
    );
  };
  return (
    <ul className={styles.files}>
      {rows.map((row) => {
        const outcome = sent.get(row.file);
        return (
          <li key={row.file}>
            <Thumb file={row.file} content={files.get(row.file)} />
            <div>
              <b className={styles.file}>{row.file}</b>
              <p className={styles.muted}>{outcome ? outcomeOf(outcome) : t(`certainty.${row.certainty}`)}</p>
            </div>
            {onChoose
              ? choice(row)
              : outcome && <Chip tone={outcome.state === 'used' ? 'warn' : 'bad'}>{t(`state.${outcome.state}`)}</Chip>}
          </li>
        );
      })}
      {[...(refused ?? [])].map(([file, reason]) => (
        <li key={file}>
          <Thumb file={file} content={undefined} />
          <div>
            <b className={styles.file}>{file}</b>
            <p className={styles.muted}>{t(`refused.${reason}`)}</p>
          </div>
          <Chip tone="bad">{t('state.refused')}</Chip>
        </li>
      ))}
    </ul>
  );
};
