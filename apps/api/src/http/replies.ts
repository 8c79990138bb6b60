import { failureSchema } from '@laurel/contracts/envelope';
import { z } from 'zod';

/** The replies of a route in the OpenAPI document, by status. */
type Replies = Readonly<Record<number, z.ZodType>>;

/** The failures that a route answers with these statuses. */
export const failureReplies = (statuses: Iterable<number>): Replies =>
  Object.fromEntries([...statuses].map((status) => [status, failureSchema]));

/** The reply to a client that sent the validator of the current content. It has no body. */
export const NOT_MODIFIED: Replies = { 304: z.null().describe('Not modified') };

/** A reply that is not in the shape of the calls: a picture, a note, a tile. */
export const contentReply = (type: string, description: string, schema: z.ZodType = z.any()) => ({
  description,
  content: { [type]: { schema } },
});
