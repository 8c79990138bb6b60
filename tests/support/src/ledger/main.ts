// The ledger: a separate process that sends the load, receives the messages, and records the responses.
// Orders come from the process that started it; it ends with that process.
import { z } from 'zod';
import { openBook } from './book.ts';
import { createLoad } from './load.ts';
import { type Figures, orderSchema } from './orders.ts';
import { startProviders } from './providers.ts';

const [path] = process.argv.slice(2);
if (path === undefined || !process.send) throw new Error('the ledger is started by a test, with the path of its book');

const book = await openBook(path);
const post = await startProviders(book);
const load = createLoad(book);

const figures = (): Figures => ({
  smtpPort: post.smtpPort,
  smsPort: post.smsPort,
  arrivals: post.arrivals(),
  mistreated: post.mistreated(),
  ...load.figures(),
});

const envelope = z.object({ id: z.number(), order: orderSchema });

const handleOrder = async (message: unknown): Promise<void> => {
  const { id, order } = envelope.parse(message);
  if (order.do === 'vote') load.vote(order);
  if (order.do === 'request') load.request(order);
  if (order.do === 'trust') load.trust(order.authority);
  if (order.do === 'post') await post.behave(order);
  if (order.do === 'stop') await load.stop();
  process.send?.({ id, figures: figures() });
};

process.on('message', (message) => {
  handleOrder(message).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
});
process.on('disconnect', () => process.exit(0));
