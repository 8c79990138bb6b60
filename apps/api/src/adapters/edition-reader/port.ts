import type { ArchiveRule } from '@laurel/catalog/edition-archive';
import type { PictureUse, Preparation } from '@laurel/catalog/pictures/prepare-picture';
import type { ReadUpload, Upload } from '@laurel/catalog/read-upload';
import type { ColumnMapping } from '@laurel/catalog/tables/guess-columns';
import type { KnownNominees } from '@laurel/catalog/tables/nominee-tags';
import type { SheetNominees } from '@laurel/catalog/tables/nominees-from';
import type { ReadTable, Table } from '@laurel/catalog/tables/read-table';

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

/** A spreadsheet, with a proposal of what its columns hold; or its problems. */
export type ReadSheet = ReadTable & { columns: ColumnMapping };

/** A file, or a part of what was read of one, that is read on its own. */
export type FileJob =
  | { kind: 'sheet'; content: Buffer; name: string }
  | { kind: 'nominees'; table: Table; columns: ColumnMapping; known: KnownNominees }
  | { kind: 'picture'; content: Buffer; name: string; use: PictureUse };

/** Reads single spreadsheets and pictures, without harm to the server. */
export type FileReader = {
  readSheet(content: Buffer, name: string): Promise<{ sheet: ReadSheet } | { refused: Refusal }>;
  readNominees(
    table: Table,
    columns: ColumnMapping,
    known: KnownNominees,
  ): Promise<{ nominees: SheetNominees } | { refused: Refusal }>;
  preparePicture(
    content: Buffer,
    name: string,
    use: PictureUse,
  ): Promise<{ prepared: Preparation } | { refused: Refusal }>;
};
