import { fileURLToPath } from 'node:url';

/** The absolute path of the demo edition, which is served where EDITION_DIR is not set. */
export const demoEditionDir: string = fileURLToPath(new URL('../editions/demo', import.meta.url));
