// Writes the table of docs/security.md from docs/asvs.tsv: node scripts/asvs.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRequirements, withTable } from './checks/asvs.ts';

const docs = join(import.meta.dirname, '../docs');
const page = join(docs, 'security.md');
const requirements = readRequirements(readFileSync(join(docs, 'asvs.tsv'), 'utf8'));
writeFileSync(page, withTable(readFileSync(page, 'utf8'), requirements));
