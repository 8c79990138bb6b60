import type { Acknowledgement, OutgoingMessage, Subscription } from '../hooks.ts';

/**
 * A queue over the broker's hooks: each message goes to one subscription, and to another one after a NACK or if the
 * subscription ends before the ACK.
 */
export class Queue {
  readonly #waiting: OutgoingMessage[] = [];
  /** In turn order, each with its unacknowledged messages. */
  readonly #consumers = new Map<Subscription, Map<string, OutgoingMessage>>();

  add(message: OutgoingMessage): void {
    this.#waiting.push(message);
    this.#deliver();
  }

  join(consumer: Subscription): void {
    this.#consumers.set(consumer, new Map());
    this.#deliver();
  }

  leave(consumer: Subscription): void {
    const held = this.#consumers.get(consumer);
    this.#consumers.delete(consumer);
    this.#waiting.unshift(...(held?.values() ?? []));
    this.#deliver();
  }

  ack({ subscription, messageIds }: Acknowledgement): void {
    for (const id of messageIds) this.#consumers.get(subscription)?.delete(id);
  }

  nack({ subscription, messageIds }: Acknowledgement): void {
    const held = this.#consumers.get(subscription);
    const back = messageIds.map((id) => held?.get(id)).filter((message) => message !== undefined);
    for (const id of messageIds) held?.delete(id);
    this.#waiting.unshift(...back);
    this.#deliver();
  }

  #deliver(): void {
    for (const [consumer, held] of this.#consumers) {
      const message = this.#waiting.shift();
      if (message === undefined) return;
      // Moves the consumer to the end.
      this.#consumers.delete(consumer);
      const id = consumer.deliver(message);
      if (id === undefined) {
        this.#waiting.unshift(message);
        continue;
      }
      this.#consumers.set(consumer, held);
      if (consumer.ack !== 'auto') held.set(id, message);
    }
  }
}
