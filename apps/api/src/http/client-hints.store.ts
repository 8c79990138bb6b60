import type { Tx } from '@laurel/database/client';
import type { Client } from './client.ts';

/** Stores what a client declared and what was observed, for later reviews (90 days). */
export const recordClientHints = async (
  tx: Tx,
  ask: { accountId: string; event: string; client: Client; now: Date },
): Promise<void> => {
  const { ip, declared } = ask.client;
  await tx.$executeRaw`
    INSERT INTO client_hints (account_id, event, observed_ip, declared_ip, user_agent, time_zone, created_at)
    VALUES (${ask.accountId}::uuid, ${ask.event}, ${ip}::inet, ${declared.ip}, ${declared.userAgent}, ${declared.timeZone}, ${ask.now})`;
};
