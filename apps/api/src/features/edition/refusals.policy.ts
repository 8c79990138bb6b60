import { ARCHIVE_LIMITS } from '@laurel/catalog/edition-archive';
import type { ImportRefusedError } from '@laurel/database/editions';
import type { Refusal } from '../../adapters/edition-reader/port.ts';
import { AppError } from '../../app-error.ts';

const UPLOAD_TEXTS: Record<Refusal['rule'], string> = {
  not_zip: 'is not a zip archive',
  damaged: 'is damaged: pack it again',
  no_edition: 'holds nothing of an edition: no edition.yaml, no picture and no table',
  entries: `has more than ${ARCHIVE_LIMITS.entries.toLocaleString('en')} files`,
  unpacked: `is larger than ${ARCHIVE_LIMITS.unpacked / 1024 / 1024} MB unpacked`,
  ratio: `holds a file that unpacks to more than ${ARCHIVE_LIMITS.ratio} times its size`,
  name: 'holds a file with a name that is too long or has control characters',
  absolute: 'holds an absolute path',
  climbs_out: 'holds a path that leaves the folder',
  link: 'holds a link',
  encrypted: 'is encrypted',
  method: 'is packed by an unknown method: use a usual zip program',
  nested: 'holds another archive',
  twice: 'holds a file twice',
  heavy: 'takes too long or too much memory to read: make it smaller and simpler',
};

/** The failure of a call whose upload can't be read. */
export const refusalOf = ({ rule, entry }: Refusal): AppError => {
  const text = `${UPLOAD_TEXTS[rule]}${entry === '' ? '' : `: ${entry}`}`;
  return new AppError('console.upload_refused', { metadata: { rule, entry, fields: { file: text } } });
};

/** The failure of a call whose publication the database refused. */
export const failureOf = (refusal: ImportRefusedError): AppError => {
  const { rule, gone } = refusal;
  if (rule === 'changed') return new AppError('console.changed');
  if (rule === 'year') return new AppError('console.other_year', { cause: refusal });
  if (rule === 'second_person') return new AppError('console.second_person');
  if (rule === 'withdraws')
    return new AppError('console.votes_withdrawn', { data: { nominees: gone }, cause: refusal });
  return new AppError('console.times_refused', { metadata: { rule }, cause: refusal });
};
