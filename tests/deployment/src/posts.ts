/** JSON of exactly this many octets, with no field that a route reads. */
export const jsonOf = (octets: number): string =>
  JSON.stringify({ padding: 'x'.repeat(octets - JSON.stringify({ padding: '' }).length) });

/** Posts JSON, as one body or as a stream. A stream has no declared length, so it can't be refused before it is read. */
export const post = (url: string, body: string, streamed: boolean, headers = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(streamed ? { body: new Blob([body]).stream(), duplex: 'half' as const } : { body }),
  });
