import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A currently free port, for a server whose address must be known before it listens.
 * @param wanted used if it is free
 */
export const freePort = async (host = '127.0.0.1', wanted = 0): Promise<number> => {
  const probe = createServer().listen(wanted, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    if (wanted === 0) throw error;
    return freePort(host);
  }
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
};
