import { configSchema, type VariableName } from '../../configuration/schema.ts';

/** The numbers that depend on how many people vote. */
export type Sizes = Partial<Record<VariableName | 'APP_REPLICAS', number>>;

/** One code reaches most people; some ask for it again. */
const SMS_PER_VOTER = 1.25;
/** The share of all voters who come in the busiest hour: the last night, or the hour after a famous post. */
const BUSIEST_HOUR = 0.1;
/** Most audiences have a home country; what is left stays for everybody else while one country is attacked. */
const COUNTRY_SHARE = 0.6;
/** What one carrier's shared address or one hall may take of it. */
const NETWORK_SHARE = 0.1;

/** In a busy hour people come in waves; a flood of text messages begins where its budget would last for a quarter of an hour. */
const SMS_FLOOD_SHARE = 0.3;

/** These limits, for networks and for floods, by default suit an audience of this size; they grow with it, at most so many times. */
const DEFAULT_AUDIENCE = 100_000;
const MOST_TIMES = 20;
const GROWING_LIMITS = [
  'LIMITS_REGISTER_NETWORK_HOUR',
  'LIMITS_LOGIN_NETWORK_QUARTER',
  'LIMITS_MAIL_NETWORK_HOUR',
  'LIMITS_CODES_NETWORK_HOUR',
  'LIMITS_FLOOD_REGISTER',
  'LIMITS_FLOOD_REGISTER_NETWORK',
  'LIMITS_FLOOD_LOGIN',
  'LIMITS_FLOOD_LOGIN_NETWORK',
  'LIMITS_FLOOD_MAIL',
  'LIMITS_FLOOD_MAIL_NETWORK',
  'LIMITS_FLOOD_SMS_NETWORK',
  'LIMITS_READS_NETWORK_MINUTE',
  'LIMITS_SOCKETS_NETWORK',
] as const;

/** Two digits that count, rounded up. */
const round = (value: number): number => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.ceil(value / unit) * unit;
};

/**
 * Budgets and limits for an audience.
 *
 * SMS an hour, over all = voters × 10 % (busiest hour) × 1.25 (codes each), at least 100; to one calling code 60 % of it,
 * at least 60; for one network 10 %, at least 30. A budget is a ceiling for the bill when somebody makes our gateway send
 * to numbers they earn from; it must not be in the way of honest people, so it is sized for their busiest hour.
 *
 * A carrier puts thousands of people behind one address: limits for networks grow with the audience beyond 100,000, up
 * to 20 times, and so does what counts as a flood. Limits for accounts stay: a person does not type more wrong codes because others vote too.
 *
 * Two processes at least, so that an upgrade always leaves one serving; three from 100,000 voters on.
 * @param voters how many people are expected to vote
 */
export const sizesFor = (voters: number): Required<Pick<Sizes, 'SMS_HOURLY_BUDGET' | 'APP_REPLICAS'>> & Sizes => {
  const hourly = round(Math.max(100, voters * BUSIEST_HOUR * SMS_PER_VOTER));
  const times = Math.min(MOST_TIMES, voters / DEFAULT_AUDIENCE);
  const limits = GROWING_LIMITS.map(
    (name) => [name, round(configSchema.shape[name].parse(undefined) * times)] as const,
  );
  return {
    APP_REPLICAS: voters >= DEFAULT_AUDIENCE ? 3 : 2,
    SMS_HOURLY_BUDGET: hourly,
    SMS_COUNTRY_HOURLY_BUDGET: round(Math.max(60, hourly * COUNTRY_SHARE)),
    SMS_NETWORK_HOURLY_BUDGET: round(Math.max(30, hourly * NETWORK_SHARE)),
    LIMITS_FLOOD_SMS: round(hourly * SMS_FLOOD_SHARE),
    ...(times > 1 ? Object.fromEntries(limits) : {}),
  };
};

/** How many text messages a whole vote takes, about. */
export const smsInAll = (voters: number): number => round(voters * SMS_PER_VOTER);
