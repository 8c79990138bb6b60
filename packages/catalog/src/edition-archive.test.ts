import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { ArchiveError, readEditionArchive } from './edition-archive.ts';
import { SMALL_EDITION } from './testing/edition-fixture.ts';
import { packZip } from './zip.ts';

const MB = 1024 * 1024;
const small = (): Map<string, Buffer> =>
  new Map(Object.entries(SMALL_EDITION).map(([name, content]) => [name, Buffer.from(content)]));

type Packed = { content: Buffer | string; mode?: number; compress?: boolean };
/** A zip archive of these entries beside an edition.yaml. */
const packed = (entries: Readonly<Record<string, Packed>>): Promise<Buffer> => {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from('year: 2031\n'), 'edition.yaml');
  for (const [name, { content, ...options }] of Object.entries(entries)) {
    zip.addBuffer(Buffer.from(content), name, options);
  }
  zip.end();
  return buffer(zip.outputStream);
};
/** Replaces a text by another one of the same length everywhere in an archive. */
const patched = (zip: Buffer, from: string, to: string): Buffer =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');

const refusal = async (zip: Buffer): Promise<[string, string]> => {
  const error = await readEditionArchive(zip).then(
    () => new Error('it was read'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ArchiveError)) throw error;
  return [error.rule, error.entry];
};

const inner = await packed({});

describe('an archive of an edition', () => {
  it('holds the files that were packed, and the same files give the same bytes', async () => {
    const zip = await packZip(small());
    expect(new Map([...(await readEditionArchive(zip)).files].sort())).toEqual(new Map([...small()].sort()));
    const reordered = new Map([...small()].reverse());
    expect((await packZip(reordered)).equals(zip)).toBe(true);
  });

  it('may contain the folder itself, files that operating systems add, and documents, which are archives', async () => {
    const zip = new yazl.ZipFile();
    zip.addEmptyDirectory('awards');
    for (const [name, content] of small()) zip.addBuffer(content, `awards/${name}`);
    for (const name of ['__MACOSX/awards/._edition.yaml', 'awards/.DS_Store', 'Thumbs.db'])
      zip.addBuffer(Buffer.from('x'), name);
    for (const name of ['awards/nominees.xlsx', 'awards/~$nominees.xlsx', 'awards/logos/Logos.docx'])
      zip.addBuffer(inner, name);
    zip.end();
    const { files, others } = await readEditionArchive(await buffer(zip.outputStream));
    expect([...files.keys()].sort()).toEqual([...small().keys()].sort());
    expect(others).toEqual(['awards/nominees.xlsx', 'awards/logos/Logos.docx']);
  });

  const X = { content: 'x' };
  const many = (count: number, name: string, each: Packed) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`logos/${n}.${name}`, each]));

  it.each<[string, () => Promise<Buffer>]>([
    ['a text', async () => Buffer.from('year: 2031\n')],
    ['an empty file', async () => Buffer.alloc(0)],
    ['half an archive', async () => (await packed({})).subarray(0, 40)],
  ])('is refused with %s in its place', async (_what, make) => {
    expect(await refusal(await make())).toEqual(['not_zip', '']);
  });

  it.each<[string, Readonly<Record<string, Packed>>, string, string, from?: string, to?: string]>([
    ['a path that climbs out', { 'xx/evil.yaml': X }, 'climbs_out', '../evil.yaml', 'xx/evil', '../evil'],
    ['such a path with backslashes', { 'l/xx/e.svg': X }, 'climbs_out', 'l/../e.svg', 'l/xx/', 'l\\..\\'],
    ['an absolute path', { '-etc/passwd': X }, 'absolute', '/etc/passwd', '-etc/', '/etc/'],
    ['a path with a drive', { 'c./evil.yaml': X }, 'absolute', 'C:/evil.yaml', 'c./', 'C:/'],
    ['a name with a control character', { 'a_b.svg': X }, 'name', 'a\u0000b.svg', 'a_b', 'a\u0000b'],
    ['a link', { 'logos/link.svg': { content: '/etc/passwd', mode: 0o120777 } }, 'link', 'logos/link.svg'],
    ['another archive', { 'more.zip': X }, 'nested', 'more.zip'],
    ['another archive under another name', { 'a.svg': { content: inner } }, 'nested', 'a.svg'],
    ['a file that unpacks to a thousand times its size', { a: { content: Buffer.alloc(20 * MB) } }, 'ratio', 'a'],
    ['more than 50 MB', many(11, 'png', { content: Buffer.alloc(5 * MB), compress: false }), 'unpacked', 'logos/9.png'],
    ['more than 2,000 files', many(2_000, 'svg', X), 'entries', ''],
    ['a file twice', { 'a.svg': X, 'b.svg': X }, 'twice', 'a.svg', 'b.svg', 'a.svg'],
  ])('is refused with %s', async (_what, entries, rule, entry, from = '', to = from) => {
    const zip = await packed(entries);
    expect(await refusal(from === '' ? zip : patched(zip, from, to))).toEqual([rule, entry]);
  });

  it('is refused when a file is larger than its header says', async () => {
    const zip = await packed({ 'logos/liar.svg': { content: Buffer.alloc(40_000) } });
    const size = Buffer.alloc(4);
    size.writeUInt32LE(40_000);
    const lie = Buffer.alloc(4);
    lie.writeUInt32LE(400);
    expect(await refusal(patched(zip, size.toString('latin1'), lie.toString('latin1')))).toEqual(['damaged', '']);
  });

  it('is refused when an entry is encrypted', async () => {
    const zip = await packed({ 'logos/a.svg': { content: 'x' } });
    const central = zip.indexOf(Buffer.from('504b0102', 'hex'));
    zip.writeUInt16LE(zip.readUInt16LE(central + 8) | 1, central + 8);
    expect(await refusal(zip)).toEqual(['encrypted', 'edition.yaml']);
  });
});
