import { Lone } from '../ui/lone.tsx';
import { Loading } from '../ui/states.tsx';

/** While the server has not said who is signed in. */
export const StartPending = () => (
  <Lone>
    <Loading lines={4} />
  </Lone>
);

/** While the code of a screen loads. */
export const ScreenPending = () => <Loading lines={6} />;
