// Writes docs/configuration.md and .env.example from src/configuration: "pnpm docs:configuration".
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationPage, envExample } from './src/configuration/document.ts';

const root = join(import.meta.dirname, '../..');
writeFileSync(join(root, 'docs/configuration.md'), configurationPage());
writeFileSync(join(root, '.env.example'), envExample());
