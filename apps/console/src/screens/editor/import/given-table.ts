import type { uploadTable } from '@laurel/contracts/console/calls/editor';
import type { CallAnswer } from '../../../lib/call.ts';

/** A file that was chosen; or pasted cells, which have no name, and perhaps no names of columns above them: then `headed` has some. */
export type GivenTable = { readonly name?: string; readonly file: Blob; readonly headed?: Blob };
/** What the server says about it. */
export type TableAnswer = CallAnswer<typeof uploadTable>['data'];
