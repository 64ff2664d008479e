import type { FileStore } from '../files/port.ts'
import { localBilling } from './local.ts'
import type { FuelCardBilling } from './port.ts'

/** Stores settlement files, then delivers them to the bucket from which the provider collects them. */
export function bucketBilling(files: FileStore, bucket: FileStore): FuelCardBilling {
  const local = localBilling(files)
  return {
    ...local,
    kind: 'live',
    async submit(file) {
      await local.submit(file)
      await bucket.put(file.key, file.bytes, 'text/csv; charset=utf-8')
    },
  }
}
