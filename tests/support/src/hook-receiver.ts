import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { LOCAL_CERTIFICATE, LOCAL_KEY } from './certificate.ts';

export type ReceivedCall = { path: string; method: string; headers: IncomingHttpHeaders; body: string };

/** A service that receives webhooks, on this machine behind https. */
export type HookReceiver = {
  url: string;
  received: ReceivedCall[];
  /** Answers the calls from now on; by default with 204. */
  answer(answer: (response: ServerResponse, call: ReceivedCall) => void): void;
  close(): void;
};

export const startHookReceiver = async (): Promise<HookReceiver> => {
  const received: ReceivedCall[] = [];
  let answer: Parameters<HookReceiver['answer']>[0] = (response) => response.writeHead(204).end();
  const server = createServer({ key: LOCAL_KEY, cert: LOCAL_CERTIFICATE }, async (request, response) => {
    const { url: path = '', method = '', headers } = request;
    const call = { path, method, headers, body: await text(request) };
    received.push(call);
    answer(response, call);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    received,
    answer: (next) => {
      answer = next;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
