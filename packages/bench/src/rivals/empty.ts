// Fastify's empty route: what a request costs before anybody does anything.
import Fastify from 'fastify';

const app = Fastify();
app.get('/', (_request, reply) => reply.send());

await app.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' });
const address = app.server.address();
process.stdout.write(
  `${JSON.stringify({ port: typeof address === 'object' ? address?.port : 0, msg: 'listening' })}\n`,
);
process.on('SIGTERM', () => process.exit(0));
