import type { ChangedDraft, DraftChange } from '@laurel/catalog/change-draft';
import type { ArchiveRule } from '@laurel/catalog/edition-archive';
import type { PictureMatches, PictureOwner } from '@laurel/catalog/pictures/match-pictures';
import type { ReadUpload, Upload } from '@laurel/catalog/read-upload';

/**
 * Why an upload is refused as a whole: the broken rule and the entry of the archive that breaks it, or `heavy` if it could
 * not be read within the limits of time and memory.
 */
export type Refusal = { rule: ArchiveRule; entry: string };

/** Reads what organisers send, without harm to the server. */
export type EditionReader = {
  /** @throws Error if the reader is broken, not for what was sent */
  read(upload: Upload): Promise<{ read: ReadUpload } | { refused: Refusal }>;
};

/** A question about a draft. */
export type DraftJob =
  | { kind: 'draft'; files: ReadonlyMap<string, Buffer>; change: DraftChange }
  | { kind: 'match'; names: readonly string[]; owners: readonly PictureOwner[] };

/** Reads and changes drafts, without harm to the server: their files, spreadsheets and pictures are what people sent. */
export type DraftReader = {
  changeDraft(
    files: ReadonlyMap<string, Buffer>,
    change: DraftChange,
  ): Promise<{ draft: ChangedDraft } | { refused: Refusal }>;
  matchPictures(
    names: readonly string[],
    owners: readonly PictureOwner[],
  ): Promise<{ matched: PictureMatches } | { refused: Refusal }>;
};
