import { runCli } from './program.ts';

process.exitCode = await runCli(process.argv.slice(2), {
  line: (text) => process.stdout.write(`${text}\n`),
  problem: (text) => process.stderr.write(`${text}\n`),
});
