// Fastify's empty route: what a request costs before anybody does anything.
import Fastify from 'fastify';
import { serve } from '../serve.ts';

const app = Fastify();
app.get('/', (_request, reply) => reply.send());

await serve(app);
