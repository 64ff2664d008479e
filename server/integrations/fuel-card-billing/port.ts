/** A day's charges of one fuel-card provider, ready to be billed. */
interface SettlementFile {
  /** Key in the file store: letters, digits, '-' and '/'. The same file always has the same key. */
  key: string
  bytes: Uint8Array
}

/**
 * Delivers settlement files to WEX and Fleetcor, which have no public gateway (ruling 29). All implementations pass the
 * same contract test: tests/api/money/fuel-card-billing.test.ts.
 */
export interface FuelCardBilling {
  /** `local` stores files for download only; `live` also delivers them to the provider's bucket. */
  kind: 'local' | 'live'
  /** Stores and delivers a file. The same file again replaces it, so a call that failed halfway can be retried. */
  submit(file: SettlementFile): Promise<void>
  /** Returns a submitted file. Null: it does not exist. */
  read(key: string): Promise<Uint8Array | null>
}
