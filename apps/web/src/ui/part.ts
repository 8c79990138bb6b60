import { type ComponentType, lazy } from 'react';

/** A part of the page whose code loads when it shows. If it fails to load, the page works without the part. */
export const part = <Props extends object = object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy<ComponentType<Props>>(() => load().catch(() => ({ default: () => null })));
