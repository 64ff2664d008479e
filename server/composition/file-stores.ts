import { resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import { localFileStore } from '#server/integrations/files/local.ts'
import type { FileStore } from '#server/integrations/files/port.ts'
import { localBilling } from '#server/integrations/fuel-card-billing/local.ts'
import type { FuelCardBilling } from '#server/integrations/fuel-card-billing/port.ts'
import { PORT_LIMITS, type PortLimits } from '#server/integrations/limits.ts'

type PortOptions = { log?: Logger; limits?: Partial<PortLimits> | undefined }

/** Opens the file store: the configured bucket, or else a folder in the data folder. */
export async function openFiles(config: Config, options: PortOptions = {}): Promise<FileStore> {
  if (config.s3 === null) return localFileStore(resolve(config.dataFolder, 'files'))
  // Loaded on demand, because S3's client is large and most installations do not use it.
  const { s3FileStore } = await import('#server/integrations/files/live.ts')
  return s3FileStore(config.s3, { log: options.log, limits: { ...PORT_LIMITS, ...options.limits }.files })
}

/** Opens the delivery of settlement files: the provider's bucket if configured, else download only (ruling 29). */
export async function openSettlementDelivery(
  config: Config,
  files: FileStore,
  options: PortOptions = {},
): Promise<FuelCardBilling> {
  if (config.fuelCardBucket === null) return localBilling(files)
  const [{ bucketBilling }, { s3FileStore }] = await Promise.all([
    import('#server/integrations/fuel-card-billing/live.ts'),
    import('#server/integrations/files/live.ts'),
  ])
  const limits = { ...PORT_LIMITS, ...options.limits }.files
  return bucketBilling(files, s3FileStore(config.fuelCardBucket, { log: options.log, limits }))
}
