import { createInterface } from 'node:readline/promises';
import { endWith } from './ending.ts';
import { EXIT, type Output } from './output.ts';
import { runCli } from './program.ts';

/** The path of the command in the image. There it is run from the host with deploy/laurel (docs/cli.md). */
const IN_IMAGE = '/usr/local/bin/laurel';

/** Prompts on stderr, so that stdout holds only the output. */
const ask = async (question: string): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
};

// The reader of the output may close the pipe (head).
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit(EXIT.problem);
  throw error;
});

const output: Output = {
  line: (text: string) => void process.stdout.write(`${text}\n`),
  problem: (text: string) => void process.stderr.write(`${text}\n`),
  write: (text: string | Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
    }),
  terminal: process.stderr.isTTY ? process.stderr : undefined,
};

// Errors outside of the command are reported in the same way.
process.on('uncaughtException', (error) => process.exit(endWith(error, output)));

const name = process.argv[1] === IN_IMAGE ? 'deploy/laurel' : 'laurel';
process.exitCode = await runCli(process.argv.slice(2), output, undefined, process.stdin.isTTY ? ask : undefined, name);
