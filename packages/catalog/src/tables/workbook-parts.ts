import { buffer } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { violation } from '../problem.ts';
import { TABLE_LIMITS, TableError, unpackedRule } from './line.ts';

/** A workbook in a zip has fewer files. */
const MAX_ENTRIES = 2_000;
/** The parts of a workbook that hold its cells. Pictures, themes and the like are never unpacked. */
const PARTS =
  /^(?:\[content_types\]\.xml|xl\/(?:workbook|sharedstrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/i;

/** Files by which other kinds of documents in a zip are known. */
const OTHERS: readonly (readonly [entry: RegExp, rule: () => TableError])[] = [
  [/^xl\/vbaproject\.bin$/i, () => new TableError(violation('tableMacros'))],
  [/^xl\/workbook\.bin$/i, () => new TableError(violation('tableKind', { kind: 'XLSB' }))],
  [/^index\/.*\.iwa$|^index\.zip$/i, () => new TableError(violation('tableKind', { kind: 'Numbers' }))],
  [/^content\.xml$/i, () => new TableError(violation('tableKind', { kind: 'OpenDocument' }))],
  [/^word\//i, () => new TableError(violation('tableKind', { kind: 'Word' }))],
];

const MACROS = /macroEnabled/i;

/** The parts of a workbook by their path in small letters. */
export type WorkbookParts = { read(path: string): Promise<string | undefined>; close(): void };

const entriesOf = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  const parts = new Map<string, Entry>();
  let [count, unpacked] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    count += 1;
    if (count > MAX_ENTRIES) throw new TableError(violation('tableBroken'));
    // Excel writes names with slashes, some programs with a slash at the start.
    const name = entry.fileName.replace(/^\//, '').toLowerCase();
    const other = OTHERS.find(([pattern]) => pattern.test(name));
    if (other) throw other[1]();
    if (!PARTS.test(name)) continue;
    if (entry.isEncrypted()) throw new TableError(violation('tableLocked'));
    if (parts.has(name) || !entry.canDecodeFileData()) throw new TableError(violation('tableBroken'));
    // Reading fails if the content is longer or shorter than this.
    unpacked += entry.uncompressedSize;
    if (unpacked > TABLE_LIMITS.unpacked) {
      throw new TableError(unpackedRule());
    }
    parts.set(name, entry);
  }
  return parts;
};

/** Opens the zip of a workbook. @throws TableError if it is another document, or unpacks to too much */
export const openWorkbook = async (bytes: Buffer): Promise<WorkbookParts> => {
  const zip = await yauzl
    .fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
    .catch(() => undefined);
  if (!zip) throw new TableError(violation('tableBroken'));
  try {
    const parts = await entriesOf(zip);
    const read = async (path: string): Promise<string | undefined> => {
      const entry = parts.get(path.toLowerCase());
      return entry && new TextDecoder().decode(await buffer(await zip.openReadStreamPromise(entry)));
    };
    if (MACROS.test((await read('[Content_Types].xml')) ?? '')) throw new TableError(violation('tableMacros'));
    if (!parts.has('xl/workbook.xml')) throw new TableError(violation('tableKind', { kind: 'ZIP' }));
    return { read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error instanceof TableError ? error : new TableError(violation('tableBroken'));
  }
};

/** What happens at the elements of a part, whose names have no prefix. */
export type XmlHandler = {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string, text: string): void;
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Parses a part. `close` gets the text since the last tag. @throws TableError if it is not well-formed */
export const parseXml = (xml: string, handler: XmlHandler): void => {
  const parser = new SaxesParser();
  let text = '';
  const refuse = (): never => {
    throw new TableError(violation('tableBroken'));
  };
  parser.on('error', refuse);
  // No workbook has one, and entities can grow.
  parser.on('doctype', refuse);
  parser.on('opentag', ({ name, attributes }) => {
    text = '';
    handler.open(localName(name), attributes);
  });
  const add = (more: string): void => {
    text += more;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    handler.close?.(localName(name), text);
    text = '';
  });
  parser.write(xml).close();
};
