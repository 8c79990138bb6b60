import { fileURLToPath } from 'node:url';

/** The absolute path of the demo edition, which is used without EDITION_DIR. */
export const demoEditionDir: string = fileURLToPath(new URL('../editions/demo', import.meta.url));
