// The program of the process that searches for clusters. cluster-search.ts asks for each search by a message. After some it ends, so that
// the next one reads everything again: people who were erased, and what else changed about them.
import { setPriority } from 'node:os';
import pg from 'pg';
import { createSearch } from '../features/clusters/search.service.ts';

/** With this niceness it gets a sixtieth of a busy core (sched(7)): votes come first. */
const NICENESS = 19;
setPriority(NICENESS);

const SEARCHES = 10;
let searches = 0;
const searchClusters = createSearch();

process.on('message', ({ url, at }: { url: string; at: string }) => {
  const client = new pg.Client({ connectionString: url, application_name: 'laurel clusters' });
  const search = async (): Promise<void> => {
    await client.connect();
    await searchClusters(client, new Date(at));
    await client.end();
    searches += 1;
    if (searches === SEARCHES) process.disconnect();
    else process.send?.('done');
  };
  search().catch((error: Error) => {
    process.stderr.write(`the search for clusters failed: ${error.message}\n`);
    process.exit(1);
  });
});
