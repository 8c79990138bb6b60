// A small S3-compatible service for tests. It stores objects in memory and rejects requests without a valid AWS Signature
// Version 4, implemented here from the specification, independently of the client under test.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const CREDENTIALS = { accessKey: 'AKIATEST', secretKey: 'secret/with+signs', region: 'eu-test-1' };
export const BUCKET = 'backups';
/** The page size of listings, small so that tests read several pages. */
const PAGE = 3;

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The problem of a request's signature; undefined if it is valid. */
const signatureProblem = (request: IncomingMessage, url: URL, body: Buffer): string | undefined => {
  const { authorization = '', ...headers } = request.headers;
  const [, credential = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(authorization) ??
    [];
  if (signature === undefined) return 'AccessDenied';
  const [accessKey, day = '', region, service, kind] = credential.split('/');
  if (accessKey !== CREDENTIALS.accessKey) return 'InvalidAccessKeyId';
  if (region !== CREDENTIALS.region || service !== 's3' || kind !== 'aws4_request')
    return 'AuthorizationHeaderMalformed';
  const names = signed.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'AccessDenied';
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signed,
    sha256(body),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${CREDENTIALS.secretKey}`, day), CREDENTIALS.region));
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
};

/**
 * Starts the service. `failNext` makes the next requests fail with 503. `hide` answers requests for objects, or all
 * requests, with the 404 of a proxy.
 * @param absent the code for an object that does not exist
 */
export const startS3 = async (absent = 'NoSuchKey') => {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  let failing = 0;
  let hidden: 'nothing' | 'objects' | 'everything' = 'nothing';

  const list = (url: URL): string => {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE);
    const more = keys.length > PAGE;
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>2026-12-01T00:00:00.000Z</LastModified><ETag>"e"</ETag><Size>${objects.get(key)?.length}</Size></Contents>`,
    );
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const body = await buffer(request);
    const refuse = (status: number, code: string): void => {
      response
        .writeHead(status)
        .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    };
    if (failing > 0) {
      failing -= 1;
      return refuse(503, 'SlowDown');
    }
    const problem = signatureProblem(request, url, body);
    if (problem) return refuse(403, problem);
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    if (bucket !== BUCKET) return refuse(404, 'NoSuchBucket');
    const key = rest.join('/');
    if (hidden === 'everything' || (hidden === 'objects' && key !== '')) {
      return void response.writeHead(404).end('<html><body>Not Found</body></html>');
    }
    const upload = url.searchParams.get('uploadId');
    if (request.method === 'GET' && key === '') return void response.end(list(url));
    if (request.method === 'GET') {
      const found = objects.get(key);
      return found ? void response.end(found) : refuse(404, absent);
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (request.method === 'PUT' && upload !== null) {
      uploads.get(upload)?.set(Number(url.searchParams.get('partNumber')), body);
      return void response.setHeader('etag', `"${sha256(body)}"`).end();
    }
    if (request.method === 'PUT') {
      objects.set(key, body);
      return void response.setHeader('etag', `"${sha256(body)}"`).end();
    }
    if (upload === null) {
      const id = randomBytes(8).toString('hex');
      uploads.set(id, new Map());
      return void response.end(
        `<?xml version="1.0"?><InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const parts = [...(uploads.get(upload) ?? [])].sort(([one], [two]) => one - two);
    objects.set(key, Buffer.concat(parts.map(([, part]) => part)));
    uploads.delete(upload);
    response.end(
      `<?xml version="1.0"?><CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>`,
    );
  };

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    uploads,
    failNext: (times: number) => {
      failing = times;
    },
    hide: (what: typeof hidden) => {
      hidden = what;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
