import { ArchiveError } from '@laurel/catalog/edition-archive';
import { preparePicture } from '@laurel/catalog/pictures/prepare-picture';
import { readUpload } from '@laurel/catalog/read-upload';
import { guessColumns } from '@laurel/catalog/tables/guess-columns';
import { nomineesFrom } from '@laurel/catalog/tables/nominees-from';
import { readTable } from '@laurel/catalog/tables/read-table';
import { isDrawable } from '../link-card/font-files.ts';
import type { EditionReader, FileJob, ReadSheet } from './port.ts';

/** Reads an upload in the process that calls it. A server calls it in a process of its own: see reader.ts. */
export const readHere: EditionReader['read'] = async (upload) => {
  try {
    return { read: await readUpload(upload, isDrawable) };
  } catch (error) {
    if (error instanceof ArchiveError) return { refused: { rule: error.rule, entry: error.entry } };
    throw error;
  }
};

const readSheet = async (content: Buffer, name: string): Promise<ReadSheet> => {
  const found = await readTable(content, name);
  return { ...found, columns: 'table' in found ? guessColumns(found.table.header, found.table.rows) : [] };
};

/** Reads a spreadsheet or a picture in the process that calls it. */
export const readFileHere = async (job: FileJob) => {
  if (job.kind === 'sheet') return { sheet: await readSheet(job.content, job.name) };
  if (job.kind === 'nominees') return { nominees: nomineesFrom(job.table, job.columns, job.known) };
  return { prepared: await preparePicture(job.content, job.name, job.use) };
};
