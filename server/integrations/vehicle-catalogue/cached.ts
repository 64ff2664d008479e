import type { VehicleCatalogue } from './port.ts'

/** Maximum cached lists: enough for every year and make, and the models in use. */
const KEPT = 3000

/**
 * Caches the lists of a catalogue, which never change while the server runs. VINs are decoded each time. Failures are
 * not cached.
 */
export function cachedCatalogue(catalogue: VehicleCatalogue): VehicleCatalogue {
  const kept = new Map<string, Promise<unknown>>()
  function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const known = kept.get(key) as Promise<T> | undefined
    if (known) return known
    const answer = ask()
    kept.set(key, answer)
    answer.catch(() => kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    return answer
  }
  return {
    decodeVin: catalogue.decodeVin,
    years: () => once('years', catalogue.years),
    makes: (year) => once(`makes ${year}`, () => catalogue.makes(year)),
    models: (year, makeId) => once(`models ${year} ${makeId}`, () => catalogue.models(year, makeId)),
    subModels: (modelId, year) =>
      once(`sub-models ${modelId} ${year}`, () => catalogue.subModels(modelId, year)),
    engines: (modelId, subModel, year) =>
      once(`engines ${modelId} ${year} ${subModel}`, () => catalogue.engines(modelId, subModel, year)),
    close: catalogue.close,
  }
}
