import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

/**
 * Ports below those that a system gives to outgoing connections and to servers that listen on port 0 (32,768 and higher on Linux,
 * 49,152 and higher elsewhere): nothing takes one between the probe and the start of the server.
 */
const FIRST = 20_000;
const COUNT = 12_768;
/** Ports that a process chooses before it reaches those of the next process id: two processes probe at the same time. */
const OWN = 32;

let chosen = 0;
const nextPort = (): number => {
  const port = FIRST + (((process.pid + threadId) * OWN + chosen) % COUNT);
  chosen += 1;
  return port;
};

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });

/**
 * A currently free port, for a server whose address must be known before it listens.
 * @param wanted used if it is free; 0 for any port
 * @throws Error if the host is not an address of this machine
 */
export const freePort = async (host = '127.0.0.1', wanted = 0): Promise<number> => {
  for (let port = wanted === 0 ? nextPort() : wanted; ; port = nextPort()) {
    if (await isFree(port, host)) return port;
  }
};
