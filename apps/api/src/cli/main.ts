import { createInterface } from 'node:readline/promises';
import { endWith } from './ending.ts';
import { EXIT, type Output } from './output.ts';
import { runCli } from './program.ts';

/** Where the image has this command; it is typed on the host then, as deploy/laurel (docs/cli.md). */
const IN_IMAGE = '/usr/local/bin/laurel';

/** Asks on stderr, so that what was asked for stays alone on stdout. */
const ask = async (question: string): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
};

// Whoever reads the output may have enough of it (head): then there is nobody left to tell.
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit(EXIT.problem);
  throw error;
});

const output: Output = {
  line: (text: string) => void process.stdout.write(`${text}\n`),
  problem: (text: string) => void process.stderr.write(`${text}\n`),
  write: (text: string) =>
    new Promise<void>((resolve, reject) => {
      process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
    }),
  terminal: process.stderr.isTTY ? process.stderr : undefined,
};

// What is thrown outside of the command's own work is told in the same way.
process.on('uncaughtException', (error) => process.exit(endWith(error, output)));

const name = process.argv[1] === IN_IMAGE ? 'deploy/laurel' : 'laurel';
process.exitCode = await runCli(process.argv.slice(2), output, undefined, process.stdin.isTTY ? ask : undefined, name);
