import { repositoryFile } from '@laurel/support/repository';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const README = repositoryFile('deploy/cluster/README.md');

/** The file of machine 1, as the README has it. */
const machineFile = (): string => {
  const [, found] = /```yaml\n(# machine\.yml on machine 1.*?)```/s.exec(README) ?? [];
  if (found === undefined) throw new Error('deploy/cluster/README.md has no machine.yml');
  return found;
};

const serviceSchema = z.object({
  profiles: z.array(z.string()).default([]),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown()).transform(Object.keys)]).default([]),
});
const composeSchema = z.object({ services: z.record(z.string(), serviceSchema) });
// `!override` is a tag of Compose.
const servicesOf = (text: string) => composeSchema.parse(parse(text, { merge: true, logLevel: 'error' })).services;

/** The services that Compose starts if a command names none: those without a profile in any of the files. */
const startedBy = (files: readonly string[]): string[] => {
  const merged = files.map(servicesOf);
  const names = new Set(merged.flatMap(Object.keys));
  return [...names].filter((name) => merged.every((each) => (each[name]?.profiles ?? []).length === 0)).sort();
};

const cluster = ['docker-compose.yml', 'deploy/cluster/compose.yml'].map(repositoryFile);
const shared = ['app', 'caddy', 'haproxy', 'migrate', 'pgbouncer'];

describe('a command that names no service', () => {
  it('starts all nodes on one machine', () => {
    const nodes = ['etcd1', 'etcd2', 'etcd3', 'pg1', 'pg2', 'pg3'];
    expect(startedBy(cluster)).toEqual([...shared, ...nodes, 'backup'].sort());
  });

  // This test failed: deploy/restart.sh and deploy/upgrade.sh started the other machines' databases and etcd.
  it('starts the services of the machine on each of three', () => {
    const here = ['etcd1', 'pg1'];
    const file = machineFile();
    expect(startedBy([...cluster, file])).toEqual([...shared, ...here, 'backup'].sort());
    const withoutBackup = file.replace('# backup:', 'backup:');
    expect(startedBy([...cluster, withoutBackup])).toEqual([...shared, ...here].sort());
  });

  it('finds all that its services need on the same machine', () => {
    const started = startedBy([...cluster, machineFile().replace('# backup:', 'backup:')]);
    const [, ofCluster = {}] = cluster.map(servicesOf);
    const needed = started.flatMap((name) => ofCluster[name]?.depends_on ?? []);
    expect(needed.filter((name) => !started.includes(name))).toEqual([]);
  });

  it('is the one that the README starts a machine with', () => {
    expect(README.slice(README.indexOf('# machine.yml'))).toContain('```sh\ndocker compose up -d --wait\n```');
  });
});

// This test failed: HAProxy asks the DNS while it runs, which does not know the names of extra_hosts.
it('HAProxy has the addresses of the nodes on other machines', () => {
  const environment = z.object({
    services: z.object({ haproxy: z.object({ environment: z.record(z.string(), z.string()) }) }),
  });
  const { haproxy } = environment.parse(parse(machineFile(), { merge: true })).services;
  expect(Object.keys(haproxy.environment)).toEqual(['PG2', 'PG3']);
  const servers = repositoryFile('deploy/cluster/haproxy/laurel.cfg').match(/^ {2}server .*$/gm);
  const once = ['1', '2', '3'].map((node) => `  server pg${node} "\${PG${node}-pg${node}}:5432"`);
  expect(servers).toEqual([...once, ...once]);
});
