import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** Renders the page. This is in the file of React (see vite.config.ts), so that React runs in a task of its own, first. */
export const renderInto = (root: HTMLElement, page: ReactNode): void => createRoot(root).render(page);
