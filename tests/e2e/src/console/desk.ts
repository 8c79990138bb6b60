import type { Role } from '@laurel/contracts/console/permissions';
import { findEmbedded } from '@laurel/database/embedded';
import { freePort } from '@laurel/database/free-port';
import { type DemoNight, fillDemoNight } from '@laurel/support/demo-night/fill';
import pg from 'pg';
import type { Schedule } from '../site/edition.ts';
import { MANY_VOTERS, type Site, startSite } from '../site/server.ts';

/** A Laurel instance with a night of voting, and its console. */
export type Desk = {
  readonly site: Site;
  readonly origin: string;
  readonly night: DemoNight;
  /** The owner's connection to its database. */
  readonly database: pg.Client;
  /** A link with which a new person joins the team. */
  invitation(name: string, role: Role): string;
  close(): Promise<void>;
};

/** What an instance without voters has. */
export const NOBODY: DemoNight = { accounts: 0, votes: 0, farm: 0, pending: 0 };

/**
 * Starts an instance whose console is on a free port.
 * @param fill what happened before; by default a demo night
 * @param schedule the demo edition's phases; by default voting is open and never closes
 */
export const startDesk = async (
  fill: (owner: pg.ClientBase) => Promise<DemoNight> = (owner) => fillDemoNight(owner, new Date()),
  schedule?: Schedule,
): Promise<Desk> => {
  const port = await freePort();
  const site = await startSite(schedule, { ...MANY_VOTERS, CONSOLE_PORT: String(port) });
  const running = findEmbedded(site.dataDir);
  if (!running) throw new Error('the embedded database is not running');
  const database = new pg.Client(running.migrateUrl);
  await database.connect();
  const night = await fill(database);
  const origin = `http://localhost:${port}`;
  return {
    site,
    origin,
    night,
    database,
    invitation: (name, role) => {
      const printed = site.laurel('team', 'invite', name, '--role', role);
      const link = printed.split('\n').find((line) => line.startsWith(origin));
      if (link === undefined) throw new Error(`there is no link in:\n${printed}`);
      return link;
    },
    close: async () => {
      await database.end();
      await site.close();
    },
  };
};
