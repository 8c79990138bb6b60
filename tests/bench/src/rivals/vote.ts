// The simple way: Fastify and pg, one INSERT for each vote. It verifies the same token and parses the same body.
import Fastify from 'fastify';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { serve } from '../serve.ts';

const { DATABASE_URL = '', JWT_SECRET = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const app = Fastify();

type Ballot = { nomination: string; niche: string; vote: string };

app.post<{ Body: Ballot }>('/api/vote', async (request, reply) => {
  const claims = jwt.verify(request.headers.authorization?.slice('Bearer '.length) ?? '', JWT_SECRET, {
    algorithms: ['HS256'],
  });
  const { nomination, niche, vote } = request.body;
  await pool.query({
    name: 'vote',
    text: 'INSERT INTO plain_votes (voter, nomination, niche, company, cast_at) VALUES ($1, $2, $3, $4, $5)',
    values: [claims.sub, nomination, niche, vote, new Date()],
  });
  return reply.status(201).send({ success: true, data: { nomination, niche, vote } });
});

await app.ready();
await serve(app.server);
