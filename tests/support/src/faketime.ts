import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findTool } from './tools.ts';

/** The path of the library that changes a process's time (Debian's libfaketime). */
export const faketimeLibrary = async (): Promise<string> => {
  const { path } = await findTool({ program: 'faketime', debianPackage: 'faketime' });
  const roots = [join(path, '../../lib'), '/usr/lib'].filter((each) => existsSync(each));
  for (const root of roots) {
    for (const folder of readdirSync(root)) {
      const file = join(root, folder, 'faketime/libfaketime.so.1');
      if (existsSync(file)) return file;
    }
  }
  throw new Error('install libfaketime (apt-get install faketime) and try again');
};
