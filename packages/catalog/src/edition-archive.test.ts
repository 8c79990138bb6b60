import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { ArchiveError, readEditionArchive, writeEditionArchive } from './edition-archive.ts';
import { SMALL_EDITION } from './testing/edition-fixture.ts';

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

describe('an archive of an edition', () => {
  it('holds the files that were packed, and the same files give the same bytes', async () => {
    const zip = await writeEditionArchive(small());
    expect(new Map([...(await readEditionArchive(zip)).files].sort())).toEqual(new Map([...small()].sort()));
    const reordered = new Map([...small()].reverse());
    expect((await writeEditionArchive(reordered)).equals(zip)).toBe(true);
  });

  it('may contain the folder itself, files that operating systems add, and documents, which are archives', async () => {
    const zip = new yazl.ZipFile();
    zip.addEmptyDirectory('awards');
    for (const [name, content] of small()) zip.addBuffer(content, `awards/${name}`);
    for (const name of ['__MACOSX/awards/._edition.yaml', 'awards/.DS_Store', 'Thumbs.db'])
      zip.addBuffer(Buffer.from('x'), name);
    const document = await packed({});
    for (const name of ['awards/nominees.xlsx', 'awards/~$nominees.xlsx', 'awards/logos/Logos.docx'])
      zip.addBuffer(document, name);
    zip.end();
    const { files, others } = await readEditionArchive(await buffer(zip.outputStream));
    expect([...files.keys()].sort()).toEqual([...small().keys()].sort());
    expect(others).toEqual(['awards/nominees.xlsx', 'awards/logos/Logos.docx']);
  });

  it.each<[string, () => Promise<Buffer>, [string, string]]>([
    ['a text', async () => Buffer.from('year: 2031\n'), ['not_zip', '']],
    ['an empty file', async () => Buffer.alloc(0), ['not_zip', '']],
    ['half an archive', async () => (await packed({})).subarray(0, 40), ['not_zip', '']],
    [
      'a path that climbs out',
      async () => patched(await packed({ 'xx/evil.yaml': { content: 'x' } }), 'xx/evil', '../evil'),
      ['climbs_out', '../evil.yaml'],
    ],
    [
      'a path that climbs out with backslashes',
      async () =>
        patched(await packed({ 'logos/xx/xx/evil.svg': { content: 'x' } }), 'logos/xx/xx/', 'logos\\..\\..\\'),
      ['climbs_out', 'logos/../../evil.svg'],
    ],
    [
      'an absolute path',
      async () => patched(await packed({ '-etc/passwd': { content: 'x' } }), '-etc/', '/etc/'),
      ['absolute', '/etc/passwd'],
    ],
    [
      'a path with a drive',
      async () => patched(await packed({ 'c./evil.yaml': { content: 'x' } }), 'c./', 'C:/'),
      ['absolute', 'C:/evil.yaml'],
    ],
    [
      'a name with a control character',
      async () => patched(await packed({ 'logos/a_b.svg': { content: 'x' } }), 'a_b', 'a\u0000b'),
      ['name', 'logos/a\u0000b.svg'],
    ],
    [
      'a link',
      async () => packed({ 'logos/link.svg': { content: '/etc/passwd', mode: 0o120777 } }),
      ['link', 'logos/link.svg'],
    ],
    ['another archive', async () => packed({ 'more.zip': { content: 'x' } }), ['nested', 'more.zip']],
    [
      'another archive under another name',
      async () => packed({ 'logos/logo.svg': { content: await packed({}) } }),
      ['nested', 'logos/logo.svg'],
    ],
    [
      'a file that unpacks to a thousand times its size',
      async () => packed({ 'logos/bomb.svg': { content: Buffer.alloc(20 * MB) } }),
      ['ratio', 'logos/bomb.svg'],
    ],
    [
      'more than 50 MB',
      async () =>
        packed(
          Object.fromEntries(
            Array.from({ length: 11 }, (_, n) => [
              `logos/${n}.png`,
              { content: Buffer.alloc(5 * MB), compress: false },
            ]),
          ),
        ),
      ['unpacked', 'logos/9.png'],
    ],
    [
      'more than 2,000 files',
      async () =>
        packed(Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`logos/${n}.svg`, { content: 'x' }]))),
      ['entries', ''],
    ],
    [
      'a file twice',
      async () =>
        patched(await packed({ 'logos/a.svg': { content: 'x' }, 'logos/b.svg': { content: 'y' } }), 'b.svg', 'a.svg'),
      ['twice', 'logos/a.svg'],
    ],
  ])('is refused with %s', async (_what, make, expected) => {
    expect(await refusal(await make())).toEqual(expected);
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
