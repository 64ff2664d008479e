import { SingleLineText, TimeZone, ZipOrPostalCode } from '#contract/core/fields.ts'
import * as z from '#contract/core/zod.ts'
import { isStateOf } from '#domain/catalog/state-list.ts'
import { createCsvReader } from '#domain/core/csv/csv-records.ts'
import { createTextDecoder } from '#domain/core/csv/csv-text.ts'
import { SHOP_NAME_MAX } from '#domain/core/limits.ts'
import { isZipFor } from '#domain/core/zip.ts'
import { type Database, disableTimeouts } from '#server/db/database.ts'
import { isKnownTimeZone } from '#server/db/time-zones.ts'
import { placeOfZip } from '../places/zip-places.ts'
import { type ImportedShop, shopImportRepository as shops } from './shop-import.repository.ts'

const optional = <T extends z.ZodMiniType>(field: T) => z.optional(field)
const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const Degrees = (most: number) => z.coerce.number<string>().check(z.gte(-most), z.lte(most))

/** Columns of the file by heading. */
const ShopLine = z.object({
  name: SingleLineText(SHOP_NAME_MAX),
  address_line1: SingleLineText(200),
  city: SingleLineText(100),
  state: SingleLineText(2),
  zip: ZipOrPostalCode,
  country: z.enum(['US', 'CA']),
  main_phone_number: z.string().check(z.regex(/^\d{10}$/)),
  time_zone: TimeZone,
  email: optional(z.email()),
  latitude: optional(Degrees(90)),
  longitude: optional(Degrees(180)),
  support_medium_and_heavy_duty: optional(z.enum(['true', 'false'])),
  company_name: optional(SingleLineText(200)),
  company_reference_id: optional(SingleLineText(100)),
  opens_at: optional(Clock),
  closes_at: optional(Clock),
  /** Days of the week, 1 for Monday: '12345'. */
  open_days: optional(z.string().check(z.regex(/^[1-7]{1,7}$/))),
})
export const SHOP_COLUMNS = Object.keys(ShopLine.shape)
const REQUIRED = SHOP_COLUMNS.filter(
  (column) => !ShopLine.safeParse({}).error?.issues.every(({ path }) => path[0] !== column),
)

/** The file was rejected completely: one message per invalid row, 20 at most. */
class ShopImportRefused extends Error {}
const MESSAGES_MAX = 20

/**
 * Imports the shop network from a CSV file, all rows or none. Updates shops with the same name, street and zip code,
 * adds others, and removes none. Used by the command line only, not by the API. Errors: ShopImportRefused.
 */
export async function importShops(
  { db, announce }: { db: Database; announce: (fleetId: number) => void },
  file: Uint8Array,
): Promise<{ created: number; changed: number; same: number }> {
  const rows = await readShops(file)
  for (const zone of new Set(rows.map((row) => row.time_zone)))
    if (!(await isKnownTimeZone(db, zone)))
      throw new ShopImportRefused(`The database does not know the time zone '${zone}'.`)
  const { fleets, ...counts } = await db.system(async (tx) => {
    // A large network is in many entries and orders, and the entries are searched without an index.
    await disableTimeouts(tx)
    return shops.save(tx, rows)
  })
  for (const id of fleets) announce(id)
  return counts
}

async function readShops(file: Uint8Array): Promise<ImportedShop[]> {
  const records = [...createCsvReader().push(createTextDecoder().push(file, true), true)]
  const heading = (records.shift()?.cells ?? []).map((cell) => cell.trim())
  const missing = REQUIRED.filter((column) => !heading.includes(column))
  if (missing.length > 0)
    throw new ShopImportRefused(`The first row must name the columns. Missing: ${missing.join(', ')}.`)
  const found: ImportedShop[] = []
  const wrong: string[] = []
  const known = new Set<string>()
  for (const { row, cells, fault } of records) {
    if (fault === null && cells.every((cell) => cell.trim() === '')) continue
    const read = fault === null ? await readShop(heading, cells) : fault
    if (typeof read === 'string') wrong.push(`Row ${row}: ${read}`)
    else if (known.has(identityOf(read))) wrong.push(`Row ${row}: the same shop is in an earlier row`)
    else found.push(read)
    if (typeof read !== 'string') known.add(identityOf(read))
  }
  if (wrong.length > MESSAGES_MAX)
    wrong.splice(MESSAGES_MAX, wrong.length, `… and ${wrong.length - MESSAGES_MAX} more`)
  if (wrong.length > 0) throw new ShopImportRefused(wrong.join('\n'))
  return found
}

const identityOf = ({ name, address_line1: street, zip }: ImportedShop) =>
  `${name}|${street}|${zip}`.toLowerCase()

/** Returns a shop, or the errors of its row. */
async function readShop(heading: string[], cells: string[]): Promise<ImportedShop | string> {
  const given = heading.flatMap((column, nth) => {
    const value = cells[nth]?.trim() ?? ''
    return value === '' ? [] : [[column, value] as const]
  })
  const read = ShopLine.safeParse(Object.fromEntries(given))
  if (!read.success)
    return `missing or wrong: ${[...new Set(read.error.issues.map(({ path }) => String(path[0])))].join(', ')}`
  const { latitude, longitude, open_days: days, support_medium_and_heavy_duty: heavy, ...shop } = read.data
  if (!isStateOf(shop.country, shop.state)) return `${shop.state} is no state or province of ${shop.country}`
  if (!isZipFor(shop.country, shop.zip)) return `${shop.zip} is no zip or postal code of ${shop.country}`
  const isPlaced = latitude !== undefined && longitude !== undefined
  const place = isPlaced ? { latitude, longitude } : await placeOfZip(shop.zip)
  if (!place) return `where ${shop.zip} lies is not known: give latitude and longitude`
  return {
    ...shop,
    ...place,
    open_days: days === undefined ? undefined : [...new Set(days)].sort().map(Number),
    support_medium_and_heavy_duty: heavy === undefined ? undefined : heavy === 'true',
  }
}
