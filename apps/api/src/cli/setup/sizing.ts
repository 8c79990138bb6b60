import { configSchema, type VariableName } from '../../configuration/schema.ts';

/** The settings that depend on the number of voters. */
export type Sizes = Partial<Record<VariableName | 'APP_REPLICAS', number>>;

/** SMS per voter: most voters need one code, some request another. */
const SMS_PER_VOTER = 1.25;
/** The share of all voters in the busiest hour: the last night, or the hour after a famous post. */
const BUSIEST_HOUR = 0.1;
/** The share of one country. Most audiences have a home country; the rest stays available while numbers of one country are abused. */
const COUNTRY_SHARE = 0.6;
/** The share of one network, such as a carrier's shared address or a venue. */
const NETWORK_SHARE = 0.1;

/** A flood of text messages starts at a rate that would use the hour's budget in 15 minutes. */
const SMS_FLOOD_SHARE = 0.3;

/** The default limits for networks and floods fit this audience. They grow with it, up to the maximum factor. */
const DEFAULT_AUDIENCE = 100_000;
const MAX_TIMES = 20;
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

/** Rounds up to two significant digits. */
const round = (value: number): number => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.ceil(value / unit) * unit;
};

/**
 * Budgets and limits for an audience.
 *
 * SMS an hour, over all = voters × 10 % (busiest hour) × 1.25 (codes each), at least 100; to one calling code 60 % of it,
 * at least 60; for one network 10 %, at least 30. A budget limits the bill of SMS pumping (an attacker earns from the
 * numbers). It must not affect legitimate voters, so it covers their busiest hour.
 *
 * A carrier puts thousands of users behind one address: above 100,000 voters the limits for networks and the thresholds of
 * floods grow with the audience, up to 20 times. Limits for accounts do not depend on the audience.
 *
 * At least two processes, so that one serves during an upgrade; three from 100,000 voters on.
 * @param voters the expected number of voters
 */
export const sizesFor = (voters: number): Required<Pick<Sizes, 'SMS_HOURLY_BUDGET' | 'APP_REPLICAS'>> & Sizes => {
  const hourly = round(Math.max(100, voters * BUSIEST_HOUR * SMS_PER_VOTER));
  const times = Math.min(MAX_TIMES, voters / DEFAULT_AUDIENCE);
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

/** The voters whose busiest hour fits into an hourly budget of text messages. */
export const votersFor = (hourly: number): number => Math.round(hourly / (BUSIEST_HOUR * SMS_PER_VOTER));

/** The estimated number of text messages of a whole vote. */
export const smsInAll = (voters: number): number => round(voters * SMS_PER_VOTER);
