import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadTexts } from '../i18n/i18n.ts';
import type { Namespace } from '../i18n/resources.ts';

/** The component of a route whose code and texts load when somebody goes there. Its module exports it as `Screen`. */
export const lazyScreen = (texts: Namespace | readonly Namespace[], load: () => Promise<{ Screen: ComponentType }>) =>
  lazyRouteComponent(async () => {
    const [loaded] = await Promise.all([load(), ...[texts].flat().map(loadTexts)]);
    return loaded;
  }, 'Screen');
