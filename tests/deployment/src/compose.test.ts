import { repositoryFile } from '@laurel/support/repository';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const composeSchema = z.object({
  services: z.record(z.string(), z.object({ volumes: z.array(z.string()).default([]) })),
});
const { services } = composeSchema.parse(parse(repositoryFile('docker-compose.yml'), { merge: true }));

it('laurel doctor sees the checkpoint of the public log that was shown last, and can’t change it', () => {
  expect(services.app?.volumes).toContain('log-data:/data');
  expect(services.setup?.volumes).toContain('log-data:/data:ro');
});

it('the pages name the version of Docker that start_interval of a health check needs', () => {
  const files = ['docker-compose.yml', 'deploy/cluster/compose.yml'].map(repositoryFile);
  expect(files.filter((file) => file.includes('start_interval:'))).toHaveLength(2);
  for (const page of ['README.md', 'docs/self-hosting.md']) {
    expect(repositoryFile(page)).toMatch(/Docker\*{0,2} 25 or newer \(27 for visitors over /);
  }
});
