import { once } from 'node:events';
import type { Server } from 'node:http';

/** Serves a rival on PORT, prints the port like Laurel, and ends at SIGTERM. */
export const serve = async (server: Server): Promise<void> => {
  server.listen(Number(process.env.PORT ?? 0), '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  process.stdout.write(`${JSON.stringify({ port, msg: 'listening' })}\n`);
  process.on('SIGTERM', () => process.exit(0));
};
