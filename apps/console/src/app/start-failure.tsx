import type { ErrorComponentProps } from '@tanstack/react-router';
import { Lone } from '../ui/lone.tsx';
import { ScreenFailure } from './screen-failure.tsx';

/** Shown in place of the console if the server doesn't say who is signed in. */
export const StartFailure = (props: ErrorComponentProps) => (
  <Lone>
    <ScreenFailure {...props} />
  </Lone>
);
