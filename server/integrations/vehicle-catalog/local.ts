import type { DatabaseSync } from 'node:sqlite'
import { hasValidCheckDigit, isWellFormedVin, possibleModelYears } from '#domain/vehicles/vin.ts'
import { matchPatterns, type PatternRow } from './patterns.ts'
import type { CatalogEntry, DecodedVin, VehicleCatalog } from './port.ts'
import { enginesOf, type SchemaPattern, subModelsOf, VARIANT_ELEMENTS } from './variants.ts'
import { openVpic } from './vpic-file.ts'

/** vPIC's ids of the elements in use. */
const ELEMENT = { ...VARIANT_ELEMENTS, body: 5, weight: 25 }
const LOOKUPS = {
  [ELEMENT.body]: 'BodyStyle',
  [ELEMENT.fuel]: 'FuelType',
  [ELEMENT.weight]: 'GrossVehicleWeightRating',
}
const FIRST_YEAR = 1981

/**
 * The vehicle catalog from a local copy of NHTSA's vPIC. The first call opens the file and, the first time, unpacks
 * it (about 2 s).
 */
export function createLocalVehicleCatalog(config: { folder: string }): VehicleCatalog {
  let opening: Promise<DatabaseSync> | undefined
  const open = () => (opening ??= openVpic(config.folder))
  return {
    decodeVin: async (vin, options = {}) => decode(await open(), vin, options.modelYear),
    years: async () => listYears(await open()),
    makes: async (year) => listMakes(await open(), year),
    hasMake: async (makeId) => {
      const db = await open()
      return db.prepare('SELECT 1 FROM Make WHERE Id = ?').get(makeId) !== undefined
    },
    models: async (year, makeId) =>
      year === null ? listAllModels(await open(), makeId) : listModels(await open(), year, makeId),
    subModels: async (modelId, year) => listSubModels(await open(), modelId, year),
    engines: async (modelId, subModel, year) => listEngines(await open(), modelId, subModel, year),
    close: () => void opening?.then((db) => db.close()),
  }
}

function decode(db: DatabaseSync, vin: string, modelYear: number | undefined): DecodedVin | null {
  if (!isWellFormedVin(vin)) return null
  const years = possibleModelYears(vin, newestYear(db))
  const wanted = modelYear === undefined ? years : years.filter((year) => year === modelYear)
  const decoded = wanted.map((year) => decodeAs(db, vin, year)).filter((found) => found !== null)
  const [newest, older] = decoded
  if (newest === undefined || older === undefined) return newest ?? null
  // A digit in position 7 of a light vehicle means before 2010 (49 CFR 565.15(d)). This does not apply to heavy ones.
  const isLight = newest.weightClass === null || newest.weightClass < 3
  return isLight && /\d/.test(vin.charAt(6)) ? older : newest
}

function decodeAs(db: DatabaseSync, vin: string, year: number): DecodedVin | null {
  const attributes = matchPatterns(vin, patternsOf(db, vin, year))
  const model = modelOf(db, attributes.get(ELEMENT.model))
  if (model === null) return null
  return {
    year,
    ...model,
    subModel: attributes.get(ELEMENT.trim) ?? attributes.get(ELEMENT.series) ?? null,
    engine: engineOf(db, attributes),
    bodyClass: lookUp(db, ELEMENT.body, attributes),
    weightClass: weightClassOf(lookUp(db, ELEMENT.weight, attributes)),
    checkDigitValid: hasValidCheckDigit(vin),
  }
}

/** Manufacturers of fewer than 1,000 vehicles a year have a 9 in position 3 and three more characters. */
function makerCode(vin: string): string {
  return vin.charAt(2) === '9' ? vin.slice(0, 3) + vin.slice(11, 14) : vin.slice(0, 3)
}

function patternsOf(db: DatabaseSync, vin: string, year: number): PatternRow[] {
  const elements = Object.values(ELEMENT).join(',')
  return db
    .prepare(
      `SELECT p.Keys, p.ElementId, p.AttributeId FROM Wmi w
       JOIN Wmi_VinSchema s ON s.WmiId = w.Id AND ? BETWEEN s.YearFrom AND coalesce(s.YearTo, 9999)
       JOIN Pattern p ON p.VinSchemaId = s.VinSchemaId AND p.ElementId IN (${elements})
       WHERE w.Wmi = ?`,
    )
    .all(year, makerCode(vin)) as unknown as PatternRow[]
}

function modelOf(db: DatabaseSync, modelId: string | undefined): Pick<DecodedVin, 'make' | 'model'> | null {
  if (modelId === undefined) return null
  const row = db
    .prepare(
      `SELECT m.Id AS modelId, m.Name AS model, k.Id AS makeId, k.Name AS make FROM Model m
       JOIN Make_Model mm ON mm.ModelId = m.Id JOIN Make k ON k.Id = mm.MakeId WHERE m.Id = ?`,
    )
    .get(Number(modelId))
  if (row === undefined) return null
  return {
    make: { id: Number(row.makeId), name: normalizeMake(String(row.make)) },
    model: { id: Number(row.modelId), name: String(row.model) },
  }
}

/** vPIC writes makes in capitals or mixed case: 'FORD', 'Tesla'. Short ones are abbreviations. */
function normalizeMake(name: string): string {
  if (name !== name.toUpperCase() || name.length <= 3) return name
  return name.toLowerCase().replaceAll(/(^|[\s-])\p{L}/gu, (start) => start.toUpperCase())
}

function engineOf(db: DatabaseSync, attributes: Map<number, string>): string | null {
  const litres = attributes.get(ELEMENT.litres)
  const cylinders = attributes.get(ELEMENT.cylinders)
  const parts = [
    litres === undefined ? null : `${Number(litres).toFixed(1)}L`,
    cylinders === undefined ? null : `${cylinders} cyl`,
    lookUp(db, ELEMENT.fuel, attributes),
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' ')
}

function lookUp(db: DatabaseSync, element: number, attributes: Map<number, string>): string | null {
  const id = attributes.get(element)
  const table = LOOKUPS[element]
  if (id === undefined || table === undefined) return null
  const row = db.prepare(`SELECT Name AS name FROM ${table} WHERE Id = ?`).get(Number(id))
  return row === undefined ? null : String(row.name)
}

/** vPIC writes 'Class 2E: 6,001 - 7,000 lb (…)'. */
function weightClassOf(rating: string | null): number | null {
  const found = rating?.match(/^Class (\d)/)?.[1]
  return found === undefined ? null : Number(found)
}

const newestYears = new WeakMap<DatabaseSync, number>()

/** Cached, because it scans all schemas. */
function newestYear(db: DatabaseSync): number {
  const known = newestYears.get(db)
  if (known !== undefined) return known
  const year = Number(db.prepare('SELECT max(YearFrom) AS year FROM Wmi_VinSchema').get()?.year)
  newestYears.set(db, year)
  return year
}

function listYears(db: DatabaseSync): number[] {
  const newest = newestYear(db)
  return Array.from({ length: newest - FIRST_YEAR + 1 }, (_, back) => newest - back)
}

function listMakes(db: DatabaseSync, year: number): CatalogEntry[] {
  const rows = db
    .prepare(
      `SELECT DISTINCT k.Id AS id, k.Name AS name FROM Wmi w
       JOIN Wmi_VinSchema s ON s.WmiId = w.Id AND ? BETWEEN s.YearFrom AND coalesce(s.YearTo, 9999)
       JOIN Wmi_Make wm ON wm.WmiId = w.Id JOIN Make k ON k.Id = wm.MakeId
       WHERE w.VehicleTypeId IN (2, 3, 5, 7, 10)`,
    )
    .all(year)
  return sorted(rows.map((row) => ({ id: Number(row.id), name: normalizeMake(String(row.name)) })))
}

/** Includes models of makers whose VINs vPIC assigns to no make, such as Morgan: their VINs decode too. */
function listAllModels(db: DatabaseSync, makeId: number): CatalogEntry[] {
  const rows = db
    .prepare(
      `SELECT DISTINCT m.Id AS id, m.Name AS name FROM Make_Model mm JOIN Model m ON m.Id = mm.ModelId WHERE mm.MakeId = ?`,
    )
    .all(makeId)
  return toEntries(rows)
}

function listModels(db: DatabaseSync, year: number, makeId: number): CatalogEntry[] {
  const rows = db
    .prepare(
      `SELECT DISTINCT m.Id AS id, m.Name AS name FROM Wmi_Make wm
       JOIN Wmi_VinSchema s ON s.WmiId = wm.WmiId
         AND ?1 BETWEEN s.YearFrom AND coalesce(s.YearTo, 9999)
       JOIN Pattern p ON p.VinSchemaId = s.VinSchemaId AND p.ElementId = ${ELEMENT.model}
       JOIN Model m ON m.Id = CAST(p.AttributeId AS INTEGER)
       JOIN Make_Model mm ON mm.ModelId = m.Id AND mm.MakeId = wm.MakeId
       WHERE wm.MakeId = ?2`,
    )
    .all(year, makeId)
  return toEntries(rows)
}

const toEntries = (rows: Record<string, unknown>[]): CatalogEntry[] =>
  sorted(rows.map((row) => ({ id: Number(row.id), name: String(row.name) })))

/** Returns all patterns about variants in the schemas that contain the model. */
function variantPatterns(db: DatabaseSync, modelId: number, year: number | null): SchemaPattern[] {
  return db
    .prepare(
      `WITH schemas AS (
         SELECT DISTINCT s.VinSchemaId FROM Make_Model mm JOIN Wmi_Make wm ON wm.MakeId = mm.MakeId
         JOIN Wmi_VinSchema s ON s.WmiId = wm.WmiId
           AND (?2 IS NULL OR ?2 BETWEEN s.YearFrom AND coalesce(s.YearTo, 9999))
         WHERE mm.ModelId = ?1 AND EXISTS (SELECT 1 FROM Pattern m WHERE m.VinSchemaId = s.VinSchemaId
           AND m.ElementId = ${ELEMENT.model} AND m.AttributeId = ?3))
       SELECT DISTINCT p.VinSchemaId, p.Keys, p.ElementId, p.AttributeId FROM schemas
       JOIN Pattern p ON p.VinSchemaId = schemas.VinSchemaId
         AND p.ElementId IN (${Object.values(VARIANT_ELEMENTS).join(',')})
       WHERE p.ElementId <> ${ELEMENT.model} OR p.AttributeId = ?3`,
    )
    .all(modelId, year, String(modelId)) as unknown as SchemaPattern[]
}

const byName = (names: Iterable<string>) => [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en'))

function listSubModels(db: DatabaseSync, modelId: number, year: number | null): string[] {
  return byName(subModelsOf(variantPatterns(db, modelId, year)))
}

function listEngines(db: DatabaseSync, modelId: number, subModel: string, year: number | null): string[] {
  const engines = enginesOf(variantPatterns(db, modelId, year), subModel).map((parts) =>
    engineOf(
      db,
      new Map(Object.entries(parts).map(([part, value]) => [ELEMENT[part as keyof typeof parts], value])),
    ),
  )
  return byName(engines.filter((engine) => engine !== null))
}

function sorted(entries: CatalogEntry[]): CatalogEntry[] {
  return entries.sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
