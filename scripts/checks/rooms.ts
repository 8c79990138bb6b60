import type { House, Problem } from './house.ts';

const features = 'apps/api/src/features/';
const allowed = /^(routes|service|store|policy)\.ts$|^[a-z0-9-]+(\.[a-z0-9-]+)*\.test\.ts$/;

/**
 * Finds files that don't belong in a room of the API. A room, features/<noun>/, holds routes, service, store and policy
 * and the tests of these, so that whoever knows one room knows them all.
 */
export function checkRooms(house: House): Problem[] {
  return house.files
    .filter((file) => file.startsWith(features))
    .filter((file) => {
      const [, name, ...deeper] = file.slice(features.length).split('/');
      return name === undefined || deeper.length > 0 || !allowed.test(name);
    })
    .map((file) => ({
      file,
      message: 'a room holds routes.ts, service.ts, store.ts, policy.ts and *.test.ts, and nothing else',
    }));
}
