import type { FileStore } from '../files/port.ts'
import type { FuelCardBilling } from './port.ts'

const TYPE = 'text/csv; charset=utf-8'

/** Stores settlement files in the file store, where staff of the management company download them. */
export function localBilling(files: FileStore): FuelCardBilling {
  return {
    kind: 'local',
    submit: ({ key, bytes }) => files.put(key, bytes, TYPE),
    read: (key) => files.get(key),
  }
}
