import { join } from 'node:path';
import { defineConfig } from 'prisma/config';

export default defineConfig({ schema: join(import.meta.dirname, '../../prisma/schema') });
