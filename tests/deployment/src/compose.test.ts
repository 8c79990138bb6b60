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
