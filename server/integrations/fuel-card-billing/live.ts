import type { FileStore } from '../files/port.ts'
import { localBilling } from './local.ts'
import type { FuelCardBilling } from './port.ts'

/** Keeps settlement files, then delivers them to the bucket that the provider collects them from. */
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
