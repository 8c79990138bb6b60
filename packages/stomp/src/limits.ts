/** Bounds on one frame (STOMP 1.2, "Size Limits"). Sizes are octets. */
export interface FrameLimits {
  /** Command, headers and body. */
  readonly maxFrameBytes: number;
  readonly maxBodyBytes: number;
  /** Header entries, repeated ones included. */
  readonly maxHeaders: number;
  /** One header line without its line feed. */
  readonly maxHeaderBytes: number;
}

/** Bounds on one connection. */
export interface ConnectionLimits extends FrameLimits {
  readonly maxSubscriptions: number;
  /** The sustained rate, and the number of frames that may exceed it at once. */
  readonly framesPerSecond: number;
  readonly frameBurst: number;
  /** Frames in progress: the one whose hook is pending, and those that wait behind it. */
  readonly maxOperations: number;
  /** Octets of the frames that wait behind the one whose hook is pending. */
  readonly maxWaitingBytes: number;
  readonly maxTransactions: number;
  /** Frames and octets held by all open transactions together. */
  readonly maxTransactionFrames: number;
  readonly maxTransactionBytes: number;
  /** Unacknowledged messages of one subscription. */
  readonly maxPendingAcks: number;
  /** A connection may stay above this many unsent octets for `slowGraceMs`. */
  readonly highWaterBytes: number;
  readonly slowGraceMs: number;
  /** Above this many unsent octets the connection is closed at once. */
  readonly maxBufferedBytes: number;
  /** From opening to a CONNECT frame. */
  readonly connectTimeoutMs: number;
}

export const DEFAULT_LIMITS: ConnectionLimits = {
  maxFrameBytes: 16_384,
  maxBodyBytes: 8_192,
  maxHeaders: 32,
  maxHeaderBytes: 1_024,
  maxSubscriptions: 20,
  framesPerSecond: 50,
  frameBurst: 100,
  maxOperations: 64,
  maxWaitingBytes: 65_536,
  maxTransactions: 4,
  maxTransactionFrames: 32,
  maxTransactionBytes: 32_768,
  maxPendingAcks: 256,
  highWaterBytes: 131_072,
  slowGraceMs: 5_000,
  maxBufferedBytes: 524_288,
  connectTimeoutMs: 10_000,
};
