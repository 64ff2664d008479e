export interface PaymentTimings {
  /** A server that takes longer than this for one step counts as killed. Must be longer than the gateway's timeout. */
  claimSeconds: number
  /**
   * After this time, an attempt that the gateway cannot find counts as never received. Must be longer than
   * `claimSeconds`.
   */
  searchSeconds: number
  /** Interval between two searches. */
  searchEverySeconds: number
  /** How long to keep searching for an attempt that never arrived. */
  lateSearchSeconds: number
  /** Delays between the first capture attempts. After the last one, the order goes to manual review. */
  captureWaits: readonly number[]
  /** Interval between later capture attempts. */
  captureEverySeconds: number
  /** Interval between two checks of a settlement (decision 120). */
  settlementEverySeconds: number
}

export const PAYMENT_TIMINGS: PaymentTimings = {
  claimSeconds: 60,
  searchSeconds: 120,
  searchEverySeconds: 10,
  lateSearchSeconds: 86_400,
  captureWaits: [2, 10, 60, 300],
  captureEverySeconds: 3600,
  settlementEverySeconds: 3600,
}
