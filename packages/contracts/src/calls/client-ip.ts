import { z } from 'zod';
import type { Call } from './call.ts';

export const clientIp = {
  method: 'GET',
  path: '/client-ip',
  summary: 'The observed address of this request',
  auth: false,
  reply: z.object({ ip: z.string() }).meta({ examples: [{ ip: '203.0.113.7' }] }),
  failures: [],
} as const satisfies Call;
