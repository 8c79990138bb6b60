// biome-ignore-all lint/performance/noBarrelFile: the public API of a published package. Everything else may change with any version.
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
  PolicyResult,
  Subscription,
} from './hooks.ts';
export type { BrokerOptions } from './host.ts';
export { type ConnectionLimits, DEFAULT_LIMITS, type FrameLimits } from './limits.ts';
export type { MessageKind, Outbound } from './link.ts';
export { chooseSubprotocol, type HeartBeatOffer, SUBPROTOCOLS, type Subprotocol } from './negotiation.ts';
export { FrameParser, type FrameSink } from './parser.ts';
export { type FrameParts, serializeFrame } from './serializer.ts';
export type { OpenConnection } from './session.ts';
