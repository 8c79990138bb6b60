import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setDefaultCACertificates } from 'node:tls';
import { systemClock } from '../../clock.ts';
import { createTokens } from '../../crypto/tokens.ts';
import { drive } from '../../rehearsal/drive.ts';
import { measurementLine } from '../../rehearsal/measurements.ts';
import { timesFor } from '../../rehearsal/needs.ts';
import { PORTS, type Providers, startProviders } from '../../rehearsal/providers.ts';
import { createSite } from '../../rehearsal/site.ts';
import { readVoters } from '../../rehearsal/voters.ts';
import type { Output } from '../output.ts';

export type DriveOptions = {
  audience: number;
  minutes: number;
  site: string;
  /** The paths of files: the certificate of Caddy’s own authority, the owner’s connection, the key of the sessions. */
  authority: string;
  ownerUrl: string;
  jwtSecret: string;
};

const contentOf = (path: string): string => readFileSync(path, 'utf8').trim();

/** The answer of deploy/rehearse.sh to a request that it has carried out. */
const DONE = 'done';

/** Asks deploy/rehearse.sh by a line on the output, and waits for its answer, a line on the input. */
const createHost = (output: Output, input: NodeJS.ReadableStream) => {
  const lines = createInterface({ input });
  const answers = lines[Symbol.asyncIterator]();
  return {
    /** @throws Error if the host could not do it */
    ask: async (what: string): Promise<void> => {
      output.line(what);
      const { value } = await answers.next();
      if (value !== DONE) throw new Error(`deploy/rehearse.sh could not do it: ${what}`);
    },
    close: (): void => {
      lines.close();
      input.pause();
    },
  };
};

type Host = ReturnType<typeof createHost>;

const driveStarted = async (
  output: Output,
  host: Host,
  providers: Providers,
  { audience, minutes, ...options }: DriveOptions,
): Promise<void> => {
  const ca = contentOf(options.authority);
  // WebSocket has no option for a certificate authority.
  setDefaultCACertificates([ca]);
  const site = createSite(options.site, ca);
  try {
    const tokens = createTokens(contentOf(options.jwtSecret));
    const ownerUrl = contentOf(options.ownerUrl);
    await drive({
      site,
      providers,
      times: timesFor(minutes),
      voters: audience,
      ownerUrl,
      makeVoters: async (count) => {
        await host.ask(`voters ${count}`);
        return readVoters(ownerUrl, tokens, systemClock.now());
      },
      kill: (what) => host.ask(`kill ${what}`),
      now: () => systemClock.now(),
      measured: (measurement) => output.line(`measured ${measurementLine(measurement)}`),
      progress: (share, what) => output.line(`progress ${Math.round(share * 1_000)} ${what}`),
    });
  } finally {
    site.close();
  }
};

/**
 * Drives the copy, as the container `rehearsal` beside it. It asks deploy/rehearse.sh on the host for what a container can't do:
 *   start                 start the copy, and open the voting in it
 *   voters COUNT          make voters in its database
 *   kill SERVICE          kill its containers, and start them again
 *   progress SHARE TEXT   thousandths
 *   measured JSON
 * It answers the first three when they are done. The providers listen before the copy starts: a bot that does not reach Telegram
 * waits up to a minute.
 */
export const driveCopy = async (output: Output, input: NodeJS.ReadableStream, options: DriveOptions): Promise<void> => {
  const providers = await startProviders(PORTS, '0.0.0.0');
  // `host.close` must follow: an open input keeps the process running.
  const host = createHost(output, input);
  try {
    await host.ask('start');
    await driveStarted(output, host, providers, options);
  } finally {
    host.close();
    await providers.close();
  }
};
