import { messageKey } from '@laurel/contracts/messages';
import type { PhoneChannel } from '@laurel/contracts/verification';
import type { Db, Tx } from '@laurel/database/client';
import { FieldError } from '../../app-error.ts';
import { after } from '../../clock.ts';
import { callingCodeOf } from '../../crypto/calling-code.ts';
import type { Bytes } from '../../crypto/keyring.ts';
import { type Budget, budgetBlock, budgetRefusal, DEAR, fitting, HOUR_MS, limitBlock, limitRefusal } from './policy.ts';
import { type Money, sumOf } from './spending.policy.ts';
import { type Chargeable, readCharges } from './store.ts';

export type ChannelSettings = {
  db: Db;
  /** The channels of codes, in the order in which they are tried. */
  channels: readonly [PhoneChannel, ...PhoneChannel[]];
  /** Messages in an hour by the channels that carriers are paid for: in all, for a country code, for a network. */
  budgets: { hourly: number; countryHourly: number; networkHourly: number };
  money: Money;
  /** Called for each message that a budget refused. */
  onBudgetRefused(budget: Budget): void;
};

/** Who gets a code, and the network that asks for it. */
export type Recipient = { accountId: string; number: string; hash: Bytes; network: string };

/** The channels of codes: which one a message takes, and what limits it. */
export const createChannels = ({ db, channels, budgets, money, onBudgetRefused }: ChannelSettings) => {
  const chargeable = ({ accountId, hash, number, network }: Recipient, channel: PhoneChannel): Chargeable => ({
    accountId,
    phoneHash: hash,
    channel,
    callingCode: callingCodeOf(number),
    network,
    nth: { country: budgets.countryHourly, network: budgets.networkHourly, total: budgets.hourly },
  });
  const optionOf = async (to: Recipient, channel: PhoneChannel, now: Date) => {
    const { account, number, failed } = await readCharges(db, chargeable(to, channel), now);
    return { channel, failed, block: limitBlock([account, number], now) };
  };

  return {
    /**
     * Requires that no limit and no budget refuses a message, and with `as` charges it: the last statement of its transaction.
     * @throws AppError phone.cooldown, phone.hourly, phone.daily, phone.budget
     */
    requireWithinLimits: async (
      tx: Db | Tx,
      to: Recipient,
      channel: PhoneChannel,
      now: Date,
      as?: { id: string; challengeId: string },
    ): Promise<void> => {
      const charges = await readCharges(tx, chargeable(to, channel), now, as);
      const limited = limitBlock([charges.account, charges.number], now);
      if (limited) throw limitRefusal(limited, now);
      const price = money.priceOf(channel, callingCodeOf(to.number));
      const isOver = price && money.budget !== undefined && sumOf(charges.sent, money) + price > money.budget;
      const hourly = DEAR.includes(channel) ? budgetBlock(charges, now) : undefined;
      // No time brings money back: in an hour somebody may have raised the budget.
      const spent = isOver ? { code: 'money' as const, until: after(now, HOUR_MS) } : hourly;
      if (!spent) return;
      onBudgetRefused(spent.code);
      throw budgetRefusal(spent, now);
    },

    /**
     * The channel of a message.
     * @param asked the channel that the person chose
     * @throws FieldError if that one is not configured
     */
    choose: async (to: Recipient, asked: PhoneChannel | undefined, now: Date): Promise<PhoneChannel> => {
      if (asked !== undefined && !channels.includes(asked))
        throw new FieldError({ channel: messageKey('phoneChannel') });
      if (asked !== undefined || channels.length === 1) return asked ?? channels[0];
      return fitting(await Promise.all(channels.map((each) => optionOf(to, each, now)))) ?? channels[0];
    },

    /** The channel after this one that may be asked for now; null if there is none. */
    after: async (to: Recipient, channel: PhoneChannel, now: Date): Promise<PhoneChannel | null> => {
      for (const each of channels.slice(channels.indexOf(channel) + 1)) {
        if (!(await optionOf(to, each, now)).block) return each;
      }
      return null;
    },
  };
};
