import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises';

/** Whether nobody can own a name: it is reserved for trials (RFC 2606, RFC 6761), or has no dot. */
export const isNobodys = (name: string): boolean =>
  /(^|\.)(example(\.(com|net|org))?|invalid|localhost|local|test)$|^[^.]*$/.test(name);

/** What a lookup found: empty without such a record, undefined if no name server answered. */
type Found = Promise<string[] | undefined>;

/** What DNS says of a name. */
export type Dns = {
  ipv4(name: string): Found;
  ipv6(name: string): Found;
  /** The servers that take its mail, the preferred first. A domain that takes none has one with an empty name. */
  mailServers(name: string): Found;
  texts(name: string): Found;
  /** The names of an address. */
  names(address: string): Found;
};

const found = async (answer: Promise<string[]>): Found => {
  try {
    return await answer;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === NODATA || code === NOTFOUND ? [] : undefined;
  }
};

/** Asks name servers. @param servers the machine's own by default */
export const createDns = (servers?: readonly string[]): Dns => {
  // The console's page of the night waits for a check; by default a name server that is silent would delay it for longer.
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return {
    ipv4: (name) => found(resolver.resolve4(name)),
    ipv6: (name) => found(resolver.resolve6(name)),
    mailServers: (name) =>
      found(
        resolver
          .resolveMx(name)
          .then((all) => all.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange)),
      ),
    texts: (name) => found(resolver.resolveTxt(name).then((all) => all.map((parts) => parts.join('')))),
    names: (address) => found(resolver.reverse(address)),
  };
};
