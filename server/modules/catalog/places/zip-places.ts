import { createRequire } from 'node:module'
import { normaliseZip } from '#contract/core/fields.ts'

export interface Place {
  latitude: number
  longitude: number
}

// A CommonJS package without types: 42,555 zip codes and 1,620 Canadian areas with coordinates, in memory.
const { lookup }: { lookup(code: string): Place | undefined } = createRequire(import.meta.url)('zipcodes')

/**
 * Middle of a US zip code (its first five digits) or of a Canadian postal area (its first three characters);
 * undefined where no such place is known.
 */
export function placeOfZip(zip: string): Place | undefined {
  const code = normaliseZip(zip)
  const place = lookup(/^\d/.test(code) ? code.slice(0, 5) : code)
  return place && { latitude: place.latitude, longitude: place.longitude }
}
