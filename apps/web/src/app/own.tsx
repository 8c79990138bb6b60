import type { ReactNode } from 'react';
import { openModal } from '../modals/store.ts';
import { Button } from '../ui/button.tsx';
import NominateButton from './nominate-button.tsx';
import { useStanding } from './use-standing.ts';

type Props = {
  part: 'status' | 'act' | 'nominate';
  /** What a stranger sees there, shown until the visitor's standing is known. */
  children: ReactNode;
};

/** A part of the hero for a visitor who is on the way, or votes. */
const Own = ({ part, children }: Props) => {
  const standing = useStanding();
  if (part === 'nominate') return <NominateButton />;
  if (!standing) return children;
  if (part === 'status') return standing.status;
  return <Button onClick={() => openModal(standing.next())}>{standing.act}</Button>;
};

export default Own;
