import type { Problem, Repository } from './repository.ts';

const features = 'apps/api/src/features/';
const allowed = /^([a-z0-9-]+\.)?(routes|service|store|policy|port)\.ts$|^[a-z0-9-]+(\.[a-z0-9-]+)*\.test\.ts$/;

/**
 * Finds misplaced files in features of the API. A feature, features/<noun>/, contains routes, service, store, policy and
 * port, and their tests. A feature of several parts names the part first: login.service.ts.
 */
export function checkFeatures(repository: Repository): Problem[] {
  return repository.files
    .filter((file) => file.startsWith(features))
    .filter((file) => {
      const [, name, ...deeper] = file.slice(features.length).split('/');
      return name === undefined || deeper.length > 0 || !allowed.test(name);
    })
    .map((file) => ({
      file,
      message:
        'a feature holds routes.ts, service.ts, store.ts, policy.ts and port.ts, each also as <part>.routes.ts and so on, and *.test.ts',
    }));
}
