import type { VehicleCatalog } from './port.ts'

/** Maximum cached lists: enough for every year and make, and the models in use. */
const ENTRIES_MAX = 3000

/**
 * Caches the lists of a catalog, which never change while the server runs. VINs are decoded each time. Failures are
 * not cached.
 */
export function cachedCatalog(catalog: VehicleCatalog): VehicleCatalog {
  const entries = new Map<string, Promise<unknown>>()
  function once<T>(key: string, load: () => Promise<T>): Promise<T> {
    const known = entries.get(key) as Promise<T> | undefined
    if (known) return known
    const result = load()
    entries.set(key, result)
    result.catch(() => entries.delete(key))
    const [oldest] = entries.keys()
    if (entries.size > ENTRIES_MAX && oldest !== undefined) entries.delete(oldest)
    return result
  }
  return {
    decodeVin: catalog.decodeVin,
    years: () => once('years', catalog.years),
    makes: (year) => once(`makes ${year}`, () => catalog.makes(year)),
    hasMake: catalog.hasMake,
    models: (year, makeId) => once(`models ${year} ${makeId}`, () => catalog.models(year, makeId)),
    subModels: (modelId, year) =>
      once(`sub-models ${modelId} ${year}`, () => catalog.subModels(modelId, year)),
    engines: (modelId, subModel, year) =>
      once(`engines ${modelId} ${year} ${subModel}`, () => catalog.engines(modelId, subModel, year)),
    close: catalog.close,
  }
}
