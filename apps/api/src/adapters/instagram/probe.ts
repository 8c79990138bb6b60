import { z } from 'zod';
import { ProbeError, probe } from '../probe.ts';
import { GRAPH_VERSION } from './graph-api.ts';

const accountSchema = z.object({ username: z.string() });
const failureSchema = z.object({ error: z.object({ message: z.string() }) });

/** Reads the account of the token from Instagram. @throws ProbeError */
export const probeInstagram = async (account: { accessToken: string; apiRoot: string }): Promise<string> => {
  const root = `${account.apiRoot.replace(/\/+$/, '')}/${GRAPH_VERSION}`;
  const { status, body } = await probe(`${root}/me?fields=username`, {
    headers: { authorization: `Bearer ${account.accessToken}` },
  });
  const username = accountSchema.safeParse(body).data?.username;
  if (username !== undefined) return `the token is @${username}’s`;
  const detail = failureSchema.safeParse(body).data?.error.message;
  throw new ProbeError(`Instagram answers ${status}${detail ? `: ${detail}` : ''}`);
};
