import { Lone } from '../ui/lone.tsx';
import { Loading } from '../ui/states.tsx';

/** Shown until the server has said who is signed in. */
export const StartPending = () => (
  <Lone>
    <Loading lines={4} />
  </Lone>
);

/** Shown while the code of a screen loads. */
export const ScreenPending = () => <Loading lines={6} />;
