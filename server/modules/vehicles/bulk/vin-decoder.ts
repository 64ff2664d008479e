import { setImmediate as breathe } from 'node:timers/promises'
import { isWellFormedVin } from '#domain/vehicles/vin.ts'
import type { DecodedVin, VehicleCatalog } from '#server/integrations/vehicle-catalog/port.ts'

/** Cached vehicle kinds: far more than one fleet has. */
const CACHE_MAX = 20_000

/**
 * Decodes thousands of VINs. Everything except the serial number identifies the kind of vehicle, so each kind is looked
 * up once. Other requests run between two look-ups. A malformed VIN has no kind: its result is not cached for others.
 */
export function vinDecoder(catalog: Pick<VehicleCatalog, 'decodeVin'>) {
  const cache = new Map<string, DecodedVin | null>()
  return async function decode(vin: string): Promise<DecodedVin | null> {
    if (!isWellFormedVin(vin)) return null
    const kind = kindOf(vin)
    const known = cache.get(kind)
    if (known !== undefined) return known
    await breathe()
    const decoded = await catalog.decodeVin(vin)
    const [oldest] = cache.keys()
    if (cache.size >= CACHE_MAX && oldest !== undefined) cache.delete(oldest)
    cache.set(kind, decoded)
    return decoded
  }
}
export type VinDecoder = ReturnType<typeof vinDecoder>

/** Returns maker, model, year and plant. Small makers need three more characters (49 CFR 565.15(a)). */
function kindOf(vin: string): string {
  const serial = vin.charAt(2) === '9' ? vin.slice(11, 14) : ''
  return vin.slice(0, 8) + vin.slice(9, 11) + serial
}
