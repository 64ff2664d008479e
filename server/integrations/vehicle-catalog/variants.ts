import { canOverlap, type PatternRow } from './patterns.ts'

/** A pattern with its schema. Only patterns of one schema describe the same vehicles. */
export interface SchemaPattern extends PatternRow {
  VinSchemaId: number
}

/** vPIC's ids of the elements that distinguish variants of a model. */
export const VARIANT_ELEMENTS = { model: 28, trim: 38, series: 34, litres: 13, cylinders: 9, fuel: 24 }
const { model, trim, series, litres, cylinders, fuel } = VARIANT_ELEMENTS
const ENGINE = [litres, cylinders, fuel]

/** Possible engine of a VIN of the model. Parts that the patterns leave open are omitted. */
export interface EngineParts {
  litres?: string
  cylinders?: string
  fuel?: string
}

/** Returns the possible sub-models of the model: trims, or series where a schema has no trims (as decoding does). */
export function subModelsOf(rows: readonly SchemaPattern[]): string[] {
  const found = [...bySchema(rows)].flatMap((schema) => {
    const models = schema.filter((row) => row.ElementId === model)
    const ofElement = (element: number) =>
      schema.filter((row) => row.ElementId === element && models.some((m) => canOverlap(m.Keys, row.Keys)))
    const trims = ofElement(trim)
    return (trims.length > 0 ? trims : ofElement(series)).map((row) => row.AttributeId)
  })
  return [...new Set(found)]
}

/**
 * Returns the possible engines of the model and sub-model, or of the model alone if no pattern has the sub-model (users
 * may type their own).
 */
export function enginesOf(rows: readonly SchemaPattern[], subModel: string): EngineParts[] {
  const isVariant = (row: SchemaPattern) =>
    (row.ElementId === trim || row.ElementId === series) && row.AttributeId === subModel
  const isKnown = rows.some(isVariant)
  const found = [...bySchema(rows)].flatMap((schema) => {
    const models = schema.filter((row) => row.ElementId === model)
    const vehicles = models.flatMap((m) =>
      isKnown
        ? schema.filter((row) => isVariant(row) && canOverlap(m.Keys, row.Keys)).map((v) => [m.Keys, v.Keys])
        : [[m.Keys]],
    )
    return enginesAmong(
      schema.filter(
        (row) =>
          ENGINE.includes(row.ElementId) &&
          vehicles.some((keys) => keys.every((key) => canOverlap(key, row.Keys))),
      ),
    )
  })
  return found.filter((engine) => !found.some((other) => isMoreDetailed(other, engine)))
}

/** Returns one engine per key. Missing parts are taken from the others where they agree. */
function enginesAmong(rows: readonly SchemaPattern[]): EngineParts[] {
  return [...new Set(rows.map((row) => row.Keys))].map((keys) => {
    const partOf = (element: number) => {
      const near = rows.filter((row) => row.ElementId === element && canOverlap(row.Keys, keys))
      const own = near.filter((row) => row.Keys === keys)
      const values = new Set((own.length > 0 ? own : near).map((row) => row.AttributeId))
      const [value] = values
      return values.size === 1 ? value : undefined
    }
    const [l, c, f] = [partOf(litres), partOf(cylinders), partOf(fuel)]
    return { ...(l ? { litres: l } : {}), ...(c ? { cylinders: c } : {}), ...(f ? { fuel: f } : {}) }
  })
}

function isMoreDetailed(engine: EngineParts, other: EngineParts): boolean {
  const parts = Object.keys(other) as (keyof EngineParts)[]
  return parts.length < Object.keys(engine).length && parts.every((part) => engine[part] === other[part])
}

function bySchema(rows: readonly SchemaPattern[]): Iterable<SchemaPattern[]> {
  return Map.groupBy(rows, (row) => row.VinSchemaId).values()
}
