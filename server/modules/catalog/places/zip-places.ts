import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { normalizeZip } from '#domain/core/zip.ts'

export interface Place {
  latitude: number
  longitude: number
}

/** Coordinates of US zip codes by number, two cells each (NaN: unknown), and of Canadian areas by name. */
interface Atlas {
  us: Float64Array
  canada: Map<string, Place>
}

const ENTRY = /"(\w{3,5})":\{"zip":"\w+","latitude":(-?[\d.]+),"longitude":(-?[\d.]+)/g

let atlas: Promise<Atlas> | undefined

/**
 * Returns the center of a US zip code (its first five digits) or of a Canadian postal area (its first three
 * characters); undefined if unknown. The first call reads the tables, about 0.1 s.
 */
export async function placeOfZip(zip: string): Promise<Place | undefined> {
  atlas ??= readAtlas()
  const { us, canada } = await atlas
  const code = normalizeZip(zip)
  if (!/^\d/.test(code)) return canada.get(code.slice(0, 3))
  const at = 2 * Number(code.slice(0, 5))
  const [latitude = Number.NaN, longitude = Number.NaN] = us.subarray(at, at + 2)
  return Number.isNaN(latitude) ? undefined : { latitude, longitude }
}

/** Reads the package's tables as text: its objects would take 87 MB permanently. */
async function readAtlas(): Promise<Atlas> {
  const require = createRequire(import.meta.url)
  const entriesOf = async (file: string) =>
    (await readFile(require.resolve(`zipcodes/lib/${file}`), 'utf8')).matchAll(ENTRY)
  const us = new Float64Array(2 * 100_000).fill(Number.NaN)
  for (const [, code, latitude, longitude] of await entriesOf('codes.js'))
    us.set([Number(latitude), Number(longitude)], 2 * Number(code))
  const canada = new Map<string, Place>()
  for (const [, code = '', latitude, longitude] of await entriesOf('codesCanada.js'))
    canada.set(code, { latitude: Number(latitude), longitude: Number(longitude) })
  return { us, canada }
}
