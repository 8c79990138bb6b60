// A witness as a process of its own, for tests: node program.ts STATE NAME LOG…
import { pino } from 'pino';
import { runWitness } from '../run.ts';

const [stateFile = '', name = '', ...logs] = process.argv.slice(2);
const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());
await runWitness(
  { stateFile, name, logs, host: '127.0.0.1', port: 0 },
  {
    logger: pino({ level: 'warn' }),
    now: () => new Date(),
    signal: stopping.signal,
    listening: (at) => process.stdout.write(`${JSON.stringify({ listening: at })}\n`),
  },
);
