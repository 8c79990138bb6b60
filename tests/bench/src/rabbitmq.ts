import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@laurel/database/free-port';
import { WebSocket } from 'ws';

/** Debian's program; the wrapper on the PATH runs as another user with fixed folders. */
const SERVER = '/usr/lib/rabbitmq/bin/rabbitmq-server';
const EPMD = '/usr/bin/epmd';
const STARTS_WITHIN_MS = 120_000;
const ANSWERS_WITHIN_MS = 10_000;

/** The advice if it is missing. */
export const HOW_TO_INSTALL = 'apt-get install --no-install-recommends rabbitmq-server (its Web STOMP comes with it)';

export type RabbitMq = {
  port: number;
  /** Sends a number of messages to all subscribers of the statistics. */
  push(body: string, count: number): void;
  stop(): Promise<void>;
};

/** RabbitMQ closes sockets that send nothing for a minute, and ours only listen. */
const configOf = (ports: { amqp: number; stomp: number; web: number }): string => `
listeners.tcp.1 = 127.0.0.1:${ports.amqp}
stomp.listeners.tcp.1 = 127.0.0.1:${ports.stomp}
web_stomp.tcp.ip = 127.0.0.1
web_stomp.tcp.port = ${ports.web}
web_stomp.tcp.backlog = 4096
web_stomp.ws_frame = text
web_stomp.ws_opts.idle_timeout = 86400000
web_stomp.cowboy_opts.idle_timeout = 86400000
loopback_users = none
log.console = false
log.file.level = error
`;

/** The child processes of a process (Linux). */
const childrenOf = (pid = 0): number[] => {
  const listed = `/proc/${pid}/task/${pid}/children`;
  return existsSync(listed) ? readFileSync(listed, 'utf8').split(' ').filter(Boolean).map(Number) : [];
};

const publisher = async (port: number): Promise<WebSocket> => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, ['v12.stomp'], { perMessageDeflate: false });
  // An attempt that was given up may still fail.
  socket.on('error', () => undefined);
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  await once(socket, 'open', { signal });
  socket.send('CONNECT\naccept-version:1.2\nhost:/\nlogin:guest\npasscode:guest\nheart-beat:0,0\n\n\0');
  await once(socket, 'message', { signal });
  return socket;
};

const whenUp = async (port: number, isGone: () => boolean): Promise<WebSocket> => {
  for (const until = performance.now() + STARTS_WITHIN_MS; performance.now() < until && !isGone(); await sleep(500)) {
    const socket = await publisher(port).catch(() => undefined);
    if (socket) return socket;
  }
  throw new Error('RabbitMQ did not start');
};

/** Starts a RabbitMQ with Web STOMP only, in a temporary folder, on free ports. Undefined if it is not installed. */
export const startRabbitMq = async (): Promise<RabbitMq | undefined> => {
  if (!existsSync(SERVER)) return undefined;
  const home = mkdtempSync(join(tmpdir(), 'laurel-rabbitmq-'));
  const ports = { amqp: await freePort(), stomp: await freePort(), web: await freePort() };
  const names = { ERL_EPMD_PORT: String(await freePort()), ERL_EPMD_ADDRESS: '127.0.0.1' };
  const file = (name: string, text: string): string => {
    writeFileSync(join(home, name), text);
    return join(home, name);
  };
  const env = {
    ...names,
    PATH: process.env.PATH ?? '',
    HOME: home,
    RABBITMQ_NODENAME: `laurel-bench-${process.pid}@localhost`,
    RABBITMQ_DIST_PORT: String(await freePort()),
    RABBITMQ_MNESIA_BASE: join(home, 'data'),
    RABBITMQ_LOG_BASE: join(home, 'log'),
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_CONFIG_FILE: file('bench.conf', configOf(ports)),
    RABBITMQ_ENABLED_PLUGINS_FILE: file('plugins', '[rabbitmq_web_stomp].'),
  };
  const child = spawn(SERVER, { env, stdio: 'ignore' });
  let isGone = false;
  const gone = once(child, 'exit').then(() => {
    isGone = true;
  });
  const stop = async (): Promise<void> => {
    // The server below the shell is killed: it has nothing to store, and would take minutes to stop.
    for (const pid of childrenOf(child.pid)) process.kill(pid, 'SIGKILL');
    child.kill('SIGTERM');
    await gone;
    // Erlang's port mapper (epmd), which the server started on a port of this test.
    await once(
      spawn(EPMD, ['-kill'], { env: { ...names, ERL_EPMD_RELAXED_COMMAND_CHECK: '1' }, stdio: 'ignore' }),
      'exit',
    );
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const socket = await whenUp(ports.web, () => isGone);
    return {
      port: ports.web,
      push: (body, count) => {
        const frame = `SEND\ndestination:/topic/statistics\ncontent-type:application/json\ncontent-length:${body.length}\n\n${body}\0`;
        for (let sent = 0; sent < count; sent++) socket.send(frame);
      },
      stop: async () => {
        socket.terminate();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
