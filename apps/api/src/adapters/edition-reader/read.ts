import { changeDraft } from '@laurel/catalog/change-draft';
import { ArchiveError } from '@laurel/catalog/edition-archive';
import { matchPictures } from '@laurel/catalog/pictures/match-pictures';
import { readUpload } from '@laurel/catalog/read-upload';
import { isDrawable } from '../link-card/font-files.ts';
import type { DraftReader, EditionReader } from './port.ts';

/** Reads an upload in the process that calls it. A server calls it in a process of its own: see reader.ts. */
export const readHere: EditionReader['read'] = async (upload) => {
  try {
    return { read: await readUpload(upload, isDrawable) };
  } catch (error) {
    if (error instanceof ArchiveError) return { refused: { rule: error.rule, entry: error.entry } };
    throw error;
  }
};

/** Reads and changes drafts in the process that calls it. */
export const draftsHere: DraftReader = {
  changeDraft: async (files, change) => ({ draft: await changeDraft(files, change, isDrawable) }),
  matchPictures: async (names, owners) => ({ matched: matchPictures(names, owners) }),
};
