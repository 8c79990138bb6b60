import { openSync } from 'node:fs';
import { until } from '@laurel/support/until';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { last } from '../../faults/outage.ts';
import { type FaultSetup, startFaultSetup } from '../../faults/setup.ts';
import { type Spawned, spawnServer } from '../../faults/spawned.ts';
import { survive } from '../../faults/survive.ts';

let setup: FaultSetup;
beforeAll(async () => {
  setup = await startFaultSetup({ servers: 1 });
});
afterAll(() => setup.close());

/** Adds a disturbed server to the site. */
const withServer = async (made: Promise<Spawned>, happening: (server: Spawned) => Promise<void>): Promise<void> => {
  const server = await made;
  setup.add(server.origin);
  try {
    await survive(setup, () => happening(server));
  } finally {
    setup.remove(server.origin);
    await server.stop();
  }
};

/** Whether a server has its database again. Its process has not ended, as it answers. */
const recovers = ({ origin }: Spawned): Promise<boolean> =>
  until('the server to be ready again', async () => (await fetch(`${origin}/readyz`)).ok);

it('a server is killed in the middle of a batch', async () => {
  await withServer(spawnServer(setup.env), async ({ child, gone }) => {
    child.kill('SIGKILL');
    expect(await gone).toBeNull();
  });
});

it('a server runs out of memory, and the other continues', async () => {
  // Fills the rest of its heap.
  const glutton = `data:text/javascript,process.on('SIGUSR2',()=>{const kept=[];setInterval(()=>{for(let i=0;i<50;i+=1)kept.push(new Array(10000).fill({}).map(()=>({})))},1)})`;
  const server = spawnServer(setup.env, { args: ['--max-old-space-size=160', '--import', glutton] });
  await withServer(server, async ({ child, gone }) => {
    child.kill('SIGUSR2');
    expect(await gone).toBeNull();
    expect(child.signalCode).toMatch(/SIGABRT|SIGTRAP|SIGSEGV/);
  });
});

it('a server’s event loop is blocked for longer than any of its time limits', async () => {
  const block = `data:text/javascript,process.on('SIGUSR2',()=>{const until=performance.now()+12000;while(performance.now()<until);process.stderr.write('BLOCKED')})`;
  const server = spawnServer(setup.env, { args: ['--import', block], stdio: ['ignore', 'ignore', 'pipe'] });
  await withServer(server, async ({ child }) => {
    let said = '';
    child.stderr?.on('data', (text: Buffer) => {
      said += text.toString();
    });
    child.kill('SIGUSR2');
    await until('the loop to go on', () => said.includes('BLOCKED'));
    expect(child.exitCode).toBeNull();
  });
});

it('a server pauses for half a minute', async () => {
  await withServer(spawnServer(setup.env), async ({ child }) => {
    child.kill('SIGSTOP');
    await last(25_000);
    child.kill('SIGCONT');
  });
});

it('the disk of a server’s log is full', async () => {
  const fd = openSync('/dev/full', 'w');
  await withServer(spawnServer(setup.env, { stdio: ['ignore', fd, fd] }), async (server) => {
    setup.wire.reset();
    await recovers(server);
    expect(server.child.exitCode).toBeNull();
  });
});

it('the reader of a server’s log is gone', async () => {
  await withServer(spawnServer(setup.env, { stdio: ['ignore', 'pipe', 'pipe'] }), async (server) => {
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    setup.wire.reset();
    await recovers(server);
    expect(server.child.exitCode).toBeNull();
  });
});
