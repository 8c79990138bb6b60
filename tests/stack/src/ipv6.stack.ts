import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { docker, tryRun } from './docker.ts';
import { useDeployment } from './hooks.ts';

/** Two visitors in two networks, and this machine's address in each. */
const site = randomBytes(4)
  .toString('hex')
  .replace(/^(.{4})/, '$1:');
const networks = ['1', '2'].map((last) => `fd00:${site}:${last}:`);
const visitors = networks.map((network) => ({ own: `${network}:2`, server: `${network}:1` }));
const name = `laurel-${site.replace(':', '')}`;
const [outer, inner] = [`v${site.replace(':', '')}o`, `v${site.replace(':', '')}i`];

const ip = async (...args: string[]): Promise<void> => {
  const { code, output } = await tryRun('ip', args);
  if (code !== 0) throw new Error(`ip ${args.join(' ')} ended with ${code}:\n${output}`);
};

beforeAll(async () => {
  await ip('netns', 'add', name);
  await ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name);
  for (const { own, server } of visitors) {
    await ip('-6', 'address', 'add', `${server}/64`, 'dev', outer, 'nodad');
    await ip('-n', name, '-6', 'address', 'add', `${own}/64`, 'dev', inner, 'nodad');
  }
  await ip('link', 'set', outer, 'up');
  await ip('-n', name, 'link', 'set', inner, 'up');
});
afterAll(async () => {
  await tryRun('ip', ['link', 'delete', outer]);
  await tryRun('ip', ['netns', 'delete', name]);
});
const deployment = useDeployment(1);

/** The spelling of RFC 5952, without leading zeros. */
const canonical = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** The address that Laurel sees for a visitor. */
const seenAddress = async ({ own, server }: { own: string; server: string }): Promise<string> => {
  const program = `
    const ask = { host: '${server}', port: ${deployment.ports.https}, path: '/api/client-ip', localAddress: '${own}',
      servername: 'localhost', headers: { host: 'localhost' }, rejectUnauthorized: false };
    require('https').get(ask, (answer) => answer.on('data', (text) => process.stdout.write(text)));`;
  const { code, output } = await tryRun('ip', ['netns', 'exec', name, process.execPath, '-e', program]);
  expect(code, output).toBe(0);
  return JSON.parse(output).ip;
};

/** Whether this engine forwards IPv6 to containers: from version 27 on by default, before only with --ip6tables. */
const handsIPv6On = async (): Promise<boolean> => {
  const version = await docker(['version', '--format', '{{.Server.Version}}']);
  if (Number(version.split('.')[0]) >= 27) return true;
  const { code, output } = await tryRun('ip6tables', ['-t', 'nat', '-S', 'DOCKER']);
  return code === 0 && output.includes(`--to-destination`);
};

it('distinguishes two visitors over IPv6, if the engine forwards their addresses', async () => {
  const [first, second] = visitors.map(seenAddress);
  const seen = [await first, await second];
  if (await handsIPv6On()) {
    expect(seen).toEqual(visitors.map(({ own }) => canonical(own)));
  } else {
    // With an older engine both have the gateway's address, which doctor reports (checks/addresses.ts).
    const project = await deployment.compose('config', '--format', 'json').then((text) => JSON.parse(text).name);
    const told = await docker(['network', 'inspect', `${project}_public`, '--format', '{{json .IPAM.Config}}']);
    expect(seen[0]).toBe(seen[1]);
    expect(seen[0]).toMatch(/^fd4c:/);
    expect(told).toContain(seen[0]?.replace(/::1$/, '::'));
  }
});
