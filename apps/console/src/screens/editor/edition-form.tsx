import type { EditionSection } from '@laurel/contracts/console/edition-fields';

/** A part of the form for `edition.yaml`. */
export const EditionForm = (_props: { section: EditionSection }) => null;
