import type { Action } from '@laurel/contracts/console/permissions';
import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from './lazy-screen.ts';
import { consoleRoute } from './parents.ts';

/** The route of a screen inside the shell that people see who may do `action`, and that reads nothing from the address but its path. */
export const screenRoute = <const Path extends string>(
  path: Path,
  action: Action,
  ...screen: Parameters<typeof lazyScreen>
) =>
  createRoute({ getParentRoute: () => consoleRoute, path, staticData: { action }, component: lazyScreen(...screen) });
