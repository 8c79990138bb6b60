import { walk } from './journey.ts';

const origin = (process.argv[2] ?? 'http://localhost:8080').replace(/\/$/, '');
const startedAt = performance.now();
let step = 0;

process.stdout.write(`A voter's whole way at ${origin}\n`);
try {
  await walk(origin, (done, detail) => {
    step += 1;
    process.stdout.write(`${String(step).padStart(3)}. ${done.padEnd(34)} ${detail}\n`);
  });
  process.stdout.write(`Done: ${step} steps in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
} catch (error) {
  process.stderr.write(`Stopped after step ${step}: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
