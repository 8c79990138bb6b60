import pg from 'pg';

/** Runs work on a connection of its own. */
export const onConnection = async <Done>(url: string, work: (client: pg.Client) => Promise<Done>): Promise<Done> => {
  const client = new pg.Client({ connectionString: url });
  // A broken connection fails the query. Without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
