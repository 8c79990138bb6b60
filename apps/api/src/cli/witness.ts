import { readVerifierKey, runWitness } from '@laurel/witness/run';
import { systemClock } from '../clock.ts';
import { createLogger } from '../wiring/logger.ts';
import { stopSignal } from './backup-options.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { json, MisuseError } from './output.ts';

const PORT_MAX = 65_535;

/** Parses a port. @throws MisuseError */
const portOf = (text: string): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= PORT_MAX)) throw new MisuseError(`--port ${text}: must be a number up to ${PORT_MAX}.`);
  return port;
};

/** Splits texts into words. docker-compose.yml passes an option that is not set as an empty text. */
const wordsOf = (texts: readonly string[]): string[] => texts.flatMap((text) => text.split(/\s+/)).filter(Boolean);

type RunOptions = { state: string; log: string[]; name?: string; port: string; host: string };

/** `laurel witness …`: cosigns the checkpoints of other people's logs. It needs neither a database nor a configuration. */
export const registerWitness = ({ program, output }: Laurel): void => {
  const witness = program.command('witness').description('cosign the public log of an award, as its partner');

  witness
    .command('run')
    .description('run a witness: it cosigns each checkpoint of a log that only grew')
    .requiredOption('--state <FILE>', 'where the witness keeps its key and what it signed')
    .option('--log <VKEY...>', 'the verifier key of a log, from /log/YEAR/key; several: --log A --log B', [])
    .option('--name <NAME>', 'the name of the key, such as witness.example.org; only the first run takes a new one')
    .option('--port <PORT>', 'the port to listen on', '8090')
    .option('--host <HOST>', 'the address on which it listens', '127.0.0.1')
    .action(async ({ state, log, name = '', port, host }: RunOptions) => {
      const logs = wordsOf(log);
      if (logs.length === 0) throw new MisuseError('--log: name the verifier key of a log, from /log/YEAR/key.');
      const [named] = wordsOf([name]);
      const settings = { stateFile: state, logs, name: named, host, port: portOf(port) };
      const logger = createLogger({ LOG_LEVEL: 'info' });
      await runWitness(settings, { logger, now: () => systemClock.now(), signal: stopSignal() });
    });

  asJson(witness.command('key'))
    .description('print the verifier key of a witness, for the edition of an award')
    .requiredOption('--state <FILE>', 'the file of "laurel witness run"')
    .action(async ({ state, json: asked }: Json & { state: string }) => {
      const verifierKey = await readVerifierKey(state);
      output.line(asked ? json({ verifierKey }) : verifierKey);
    });
};
