// Checks the structure of the repository: `layout` (the checks in checks/), `boundaries` (imports between modules) and
// `unused` (unused files, exports and dependencies). Without an argument, all of them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { checkBoundaries } from './checks/boundaries.ts';
import { checkDeepImports } from './checks/deep-imports.ts';
import { checkEnvironment } from './checks/environment.ts';
import { checkFeatures } from './checks/features.ts';
import { checkFileLength } from './checks/file-length.ts';
import { checkLogicalCss } from './checks/logical-css.ts';
import { checkOldBrowsers } from './checks/old-browsers.ts';
import { checkOneVersion } from './checks/one-version.ts';
import { openRepository } from './checks/repository.ts';
import { checkRequirements } from './checks/requirements.ts';
import { checkSqlInStores } from './checks/sql-in-stores.ts';
import { checkSqlOrder } from './checks/sql-order.ts';
import { checkSupplyChain } from './checks/supply-chain.ts';
import { checkTestTime } from './checks/test-time.ts';

const root = join(import.meta.dirname, '..');

const parts: Record<string, () => Promise<boolean>> = {
  async layout() {
    const repository = openRepository(root);
    const checks = [
      checkFileLength,
      checkFeatures,
      checkEnvironment,
      checkOneVersion,
      checkDeepImports,
      checkLogicalCss,
      checkOldBrowsers,
      checkRequirements,
      checkSqlInStores,
      checkSqlOrder,
      checkSupplyChain,
      checkTestTime,
    ];
    const problems = checks.flatMap((check) => check(repository));
    for (const { file, message } of problems) console.error(`${file}: ${message}`);
    return report('layout', problems.length === 0, `${repository.files.length} files`);
  },
  async boundaries() {
    const { modules, violations, text } = await checkBoundaries(root);
    if (violations.length > 0) console.error(text);
    // A cruiser that cannot read TypeScript finds no modules and no violations; that must fail.
    return report('boundaries', violations.length === 0 && modules > 0, `${modules} modules`);
  },
  async unused() {
    const knip = spawnSync('knip', ['--no-progress', '--treat-config-hints-as-errors'], {
      cwd: root,
      stdio: 'inherit',
    });
    return report('unused', knip.status === 0, 'knip');
  },
};

function report(part: string, good: boolean, seen: string): boolean {
  console.log(`${part}: ${good ? 'in order' : 'not in order'} (${seen})`);
  return good;
}

const requested = process.argv.slice(2);
let allGood = true;
for (const name of requested.length > 0 ? requested : Object.keys(parts)) {
  const part = parts[name];
  if (!part) throw new Error(`no such part: ${name}; there are ${Object.keys(parts).join(', ')}`);
  allGood = (await part()) && allGood;
}
process.exitCode = allGood ? 0 : 1;
