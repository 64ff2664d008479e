/** A day's charges of one fuel-card provider, ready to be billed. */
export interface SettlementFile {
  /** Of the file store: letters, digits, '-' and '/'. The same file always has the same key. */
  key: string
  bytes: Uint8Array
}

/**
 * Hands settlement files to the companies behind WEX and Fleetcor, which have no public gateway (ruling 29). One contract
 * test holds for every implementation: tests/api/money/fuel-card-billing.test.ts.
 */
export interface FuelCardBilling {
  /** `local` keeps files for download only; `live` also delivers them to the provider's bucket. */
  kind: 'local' | 'live'
  /** Keeps and delivers a file. The same file again replaces it, so a call that failed halfway can be repeated. */
  submit(file: SettlementFile): Promise<void>
  /** A file that was submitted; null if there is none. */
  read(key: string): Promise<Uint8Array | null>
}
