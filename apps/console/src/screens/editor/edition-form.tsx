import type { EditionSection } from '@laurel/contracts/console/edition-fields';
import { lazy, Suspense } from 'react';
import { Loading } from '../../ui/states.tsx';

// Lazy, so that nominees are there before it.
const SectionForm = lazy(() => import('./form/section-form.tsx').then((loaded) => ({ default: loaded.SectionForm })));

/** A part of the form for `edition.yaml`. */
export const EditionForm = ({ section }: { section: EditionSection }) => (
  <Suspense fallback={<Loading lines={6} />}>
    <SectionForm key={section} section={section} />
  </Suspense>
);
