import { join } from 'node:path';

/** The root of the house. */
export const root = join(import.meta.dirname, '../../..');
