/** The response of a witness. A body that is too long is cut off. */
export type WitnessAnswer = { readonly status: number; readonly type: string; readonly body: string };

/** Asks witnesses over HTTP (C2SP tlog-witness). */
export type WitnessClient = {
  /**
   * Asks for a cosignature.
   * @param prefix the submission prefix
   * @param body the request of `add-checkpoint`
   * @throws if there is no answer in time
   */
  addCheckpoint(prefix: string, body: string): Promise<WitnessAnswer>;
  /**
   * Reads the newest checkpoint of a log that the witness cosigned.
   * @param prefix the monitoring prefix
   * @param originHash SHA-256 of the log's origin, in hexadecimal
   * @throws if there is no answer in time
   */
  newestCheckpoint(prefix: string, originHash: string): Promise<WitnessAnswer>;
};
