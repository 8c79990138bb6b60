// The program of the process that searches for clusters. cluster-search.ts starts it with one message, and it ends after one search.
import { setPriority } from 'node:os';
import pg from 'pg';
import { searchClusters } from '../features/clusters/search.service.ts';

/** With this niceness it gets a sixtieth of a busy core (sched(7)): votes come first. */
const NICENESS = 19;
setPriority(NICENESS);

process.once('message', ({ url, at }: { url: string; at: string }) => {
  const client = new pg.Client({ connectionString: url, application_name: 'laurel clusters' });
  const search = async (): Promise<void> => {
    await client.connect();
    await searchClusters(client, new Date(at));
    await client.end();
    process.disconnect();
  };
  search().catch((error: Error) => {
    process.stderr.write(`the search for clusters failed: ${error.message}\n`);
    process.exit(1);
  });
});
