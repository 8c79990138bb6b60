import type { ArchiveRule } from '@laurel/catalog/edition-archive';
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
