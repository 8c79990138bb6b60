import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory that another live process is using. */
export class DirectoryInUseError extends Error {
  override name = 'DirectoryInUseError';
}

/**
 * The socket that locks a directory. On Linux it is an abstract socket, which the kernel frees with its process. Elsewhere
 * it is a socket file, which can outlive its process.
 */
const lockAddress = (dir: string): { path: string; abstract: boolean } => {
  const id = createHash('sha256').update(realpathSync(dir)).digest('hex').slice(0, 32);
  const abstract = process.platform === 'linux';
  return { path: abstract ? `\0laurel-${id}` : join(tmpdir(), `laurel-${id}.sock`), abstract };
};

const listen = (path: string): Promise<Server | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(path, () => resolve(server));
  });

const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/**
 * Locks an existing directory until `release` or the end of this process.
 * @throws DirectoryInUseError while this or another process holds the lock
 */
export const lockDirectory = async (dir: string): Promise<{ release(): Promise<void> }> => {
  const { path, abstract } = lockAddress(dir);
  let server = await listen(path);
  if (!server && !abstract && !(await answers(path))) {
    rmSync(path, { force: true });
    server = await listen(path);
  }
  if (!server) throw new DirectoryInUseError(`${dir} is in use by another running Laurel: stop it first`);
  const held = server.unref();
  return { release: () => new Promise((resolve) => held.close(() => resolve())) };
};
