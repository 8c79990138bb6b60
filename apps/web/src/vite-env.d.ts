/// <reference types="vite/client" />
import 'react';

declare module 'react' {
  // The properties that a style sheet reads.
  interface CSSProperties {
    readonly [name: `--${string}`]: string | number | undefined;
  }
}
