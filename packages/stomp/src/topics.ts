import type { ClientSubscription } from './subscription.ts';

/** Subscriptions by topic key and share. An empty topic or share takes no memory. */
export class Topics {
  readonly #topics = new Map<string, Map<string, Set<ClientSubscription>>>();

  join(subscription: ClientSubscription): void {
    subscription.active = true;
    let shares = this.#topics.get(subscription.topicKey);
    if (shares === undefined) {
      shares = new Map();
      this.#topics.set(subscription.topicKey, shares);
    }
    const share = shares.get(subscription.share);
    if (share === undefined) shares.set(subscription.share, new Set([subscription]));
    else share.add(subscription);
  }

  /** Leaving twice, or without having joined, does nothing. */
  leave(subscription: ClientSubscription): void {
    subscription.active = false;
    const shares = this.#topics.get(subscription.topicKey);
    const share = shares?.get(subscription.share);
    if (shares === undefined || share === undefined) return;
    share.delete(subscription);
    if (share.size === 0) shares.delete(subscription.share);
    if (shares.size === 0) this.#topics.delete(subscription.topicKey);
  }

  /** The shares of a topic. All subscriptions of a share get the same octets. */
  shares(topicKey: string): Iterable<ReadonlySet<ClientSubscription>> {
    return this.#topics.get(topicKey)?.values() ?? [];
  }

  has(topicKey: string): boolean {
    return this.#topics.has(topicKey);
  }

  keys(): Iterable<string> {
    return this.#topics.keys();
  }
}
