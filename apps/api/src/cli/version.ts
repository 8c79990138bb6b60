import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest = new URL('../../../../package.json', import.meta.url);

/** The version of this Laurel, as the package.json of the repository names it. */
export const VERSION = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8'))).version;
