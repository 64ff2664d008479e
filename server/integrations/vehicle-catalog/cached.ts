import type { VehicleCatalog } from './port.ts'

/** Maximum cached lists: enough for every year and make, and the models in use. */
const KEPT = 3000

/**
 * Caches the lists of a catalog, which never change while the server runs. VINs are decoded each time. Failures are
 * not cached.
 */
export function cachedCatalog(catalog: VehicleCatalog): VehicleCatalog {
  const cached = new Map<string, Promise<unknown>>()
  function once<T>(key: string, load: () => Promise<T>): Promise<T> {
    const known = cached.get(key) as Promise<T> | undefined
    if (known) return known
    const result = load()
    cached.set(key, result)
    result.catch(() => cached.delete(key))
    const [oldest] = cached.keys()
    if (cached.size > KEPT && oldest !== undefined) cached.delete(oldest)
    return result
  }
  return {
    decodeVin: catalog.decodeVin,
    years: () => once('years', catalog.years),
    makes: (year) => once(`makes ${year}`, () => catalog.makes(year)),
    models: (year, makeId) => once(`models ${year} ${makeId}`, () => catalog.models(year, makeId)),
    subModels: (modelId, year) =>
      once(`sub-models ${modelId} ${year}`, () => catalog.subModels(modelId, year)),
    engines: (modelId, subModel, year) =>
      once(`engines ${modelId} ${year} ${subModel}`, () => catalog.engines(modelId, subModel, year)),
    close: catalog.close,
  }
}
