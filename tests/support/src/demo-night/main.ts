// pnpm demo:night   fills the database of a running development instance: ten days, about 20,000 votes, three farms and two honest crowds.
import { join } from 'node:path';
import { findEmbedded } from '@laurel/database/embedded';
import pg from 'pg';
import { fillDemoNight } from './fill.ts';

const dataDir = join(import.meta.dirname, '../../../../.data');
const running = findEmbedded(dataDir);
if (!running) {
  process.stderr.write('There is no running development instance to fill. Start it in another terminal: npm start\n');
  process.exit(1);
}
const owner = new pg.Client(running.migrateUrl);
await owner.connect();
try {
  const { accounts, votes, farm, pending } = await fillDemoNight(owner, new Date());
  process.stdout.write(
    `${accounts} accounts and ${votes} votes, ${farm} of them by the farm that changes a winner; ${pending} Instagram names wait for a decision.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  await owner.end();
}
