// biome-ignore-all lint/performance/noBarrelFile: the one entry of a package that is published. It says what of the package may be relied on; everything else may change with any version.
export { StompBroker } from './broker.ts';
export { StompError, type StompErrorCode } from './errors.ts';
export { COMMANDS, type Command, type Frame, type Headers, VERSIONS, type Version } from './frame.ts';
export type {
  AckMode,
  Acknowledgement,
  BrokerHooks,
  CloseReason,
  Connection,
  IncomingMessage,
  MaybePromise,
  Operation,
  OutgoingMessage,
  Subscription,
  Verdict,
} from './hooks.ts';
export type { BrokerOptions } from './host.ts';
export { type ConnectionLimits, DEFAULT_LIMITS, type FrameLimits } from './limits.ts';
export type { MessageKind, Outbound } from './link.ts';
export { chooseSubprotocol, type HeartBeatOffer, SUBPROTOCOLS, type Subprotocol } from './negotiation.ts';
export { FrameParser, type FrameSink } from './parser.ts';
export { type FrameParts, serializeFrame } from './serializer.ts';
export type { OpenConnection } from './session.ts';
