import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

/** Packs files as a zip archive. The same files give the same bytes. */
export const packZip = async (files: ReadonlyMap<string, Buffer>): Promise<Buffer> => {
  const zip = new yazl.ZipFile();
  const options = { mtime: new Date(Date.UTC(2000, 0, 1)), forceDosTimestamp: true };
  for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) zip.addBuffer(content, name, options);
  zip.end();
  return buffer(zip.outputStream);
};
