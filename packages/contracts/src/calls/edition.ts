import { success } from '../envelope.ts';
import { publicEditionSchema } from '../public-edition.ts';
import { yearQuery } from '../year-query.ts';
import type { Call } from './call.ts';

export const edition = {
  method: 'GET',
  path: '/edition',
  summary: 'The edition: texts, phases, nominations and nominees in both languages',
  auth: false,
  query: yearQuery,
  reply: success(publicEditionSchema),
  failures: ['request.not_found'],
} as const satisfies Call;
