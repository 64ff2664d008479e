import { setImmediate as breathe } from 'node:timers/promises'
import type { DecodedVin, VehicleCatalogue } from '#server/integrations/vehicle-catalogue/port.ts'

/** Kinds of vehicles that are remembered: far more than a fleet has. */
const CACHE_MAX = 20_000

/**
 * Decodes VINs by the thousand: all but the serial number says what a vehicle is, so each kind is looked up once. Others
 * come to their turn between two look-ups.
 */
export function vinDecoder(catalogue: Pick<VehicleCatalogue, 'decodeVin'>) {
  const cache = new Map<string, DecodedVin | null>()
  return async function decode(vin: string): Promise<DecodedVin | null> {
    const kind = kindOf(vin)
    const known = cache.get(kind)
    if (known !== undefined) return known
    await breathe()
    const decoded = await catalogue.decodeVin(vin)
    const [oldest] = cache.keys()
    if (cache.size >= CACHE_MAX && oldest !== undefined) cache.delete(oldest)
    cache.set(kind, decoded)
    return decoded
  }
}
export type VinDecoder = ReturnType<typeof vinDecoder>

/** Maker, model, year and plant; small makers are told apart by three more characters (49 CFR 565.15(a)). */
function kindOf(vin: string): string {
  const serial = vin.charAt(2) === '9' ? vin.slice(11, 14) : ''
  return vin.slice(0, 8) + vin.slice(9, 11) + serial
}
