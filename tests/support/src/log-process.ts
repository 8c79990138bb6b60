// A process that continues the public log of a database until it is killed. It writes each checkpoint that it shows to stdout,
// as a line of JSON.
import { openTestLog } from './public-log.ts';

const [url = '', dataDir = ''] = process.argv.slice(2);
const log = await openTestLog({ url, dataDir, group: 1 });
let shown = '';
process.stdout.write('"ready"\n');
for (;;) {
  await log.published.refresh();
  await log.runNow();
  const note = log.published.current()?.note ?? '';
  if (note !== shown) process.stdout.write(`${JSON.stringify(note)}\n`);
  shown = note;
}
