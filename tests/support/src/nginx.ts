import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@laurel/database/free-port';
import { startProgram } from './program.ts';
import { findTool, NGINX } from './tools.ts';

/** A running nginx, as one process in the foreground. */
export type Nginx = { port: number; pid: number; stop(): Promise<void> };

/** The start of every configuration: nothing is written outside the folder. */
const head = (folder: string): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr;
events { worker_connections 1024; }`;

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * Starts nginx, from the machine or from Debian's package, and waits until it is ready.
 * @param folder the folder of its files, which the caller removes
 * @param http the content of `http { … }` for a port
 */
export const startNginx = async (folder: string, http: (port: number) => string): Promise<Nginx> => {
  const { path, env } = await findTool(NGINX);
  const port = await freePort();
  const temporary = TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, `${head(folder)}\nhttp {\naccess_log off;\n${temporary}\n${http(port)}\n}`);
  const { pid, stop } = await startProgram({
    name: 'nginx',
    path,
    args: ['-p', folder, '-c', config, '-e', 'stderr'],
    env: { ...process.env, ...env },
    answers: async () =>
      (await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).catch(() => undefined)) !== undefined,
  });
  return { port, pid, stop };
};
