import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';
import type { AuditSearch } from './types.ts';

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));

export const auditRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/audit',
  staticData: { action: 'audit.read' },
  validateSearch: (given: Record<string, unknown>): AuditSearch => {
    const textOf = (name: string, fits: (text: string) => boolean): string | undefined => {
      const text = given[name];
      return typeof text === 'string' && fits(text) ? text : undefined;
    };
    return {
      person: textOf('person', (text) => text.trim() !== '' && text.length <= 100),
      action: textOf('action', (text) => /^[a-z]{1,40}\.[a-z-]{0,40}$/.test(text)),
      from: textOf('from', isTime),
      until: textOf('until', isTime),
    };
  },
  component: lazyScreen('audit', () => import('./screen.tsx')),
});
