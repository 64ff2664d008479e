import { useQuery } from '@tanstack/react-query'
import type { VehicleValues } from './vehicle-draft.ts'
import { enginesQuery, makesQuery, modelsQuery, subModelsQuery, yearsQuery } from './vehicle-entry.queries.ts'

interface Entry {
  id: number | string
  name: string
}
/** The options of one step of the cascade. */
export interface Choices {
  names: string[]
  isLoading: boolean
  /** Returns the catalog id of a name; null for a typed value. */
  idOf: (name: string) => number | null
}

/** Year, make, model, sub-model, engine: each list is requested with the choice before it (VEH-042). */
export function useCascade(values: VehicleValues) {
  const year = /^\d{4}$/.test(values.year) ? Number(values.year) : null
  const years = useQuery(yearsQuery())
  const ofYear = useQuery(makesQuery(year))
  const makes = choices(ofYear.data?.makes, ofYear.isLoading)
  // Vehicles without catalog ids still use the catalog's names.
  const makeId = values.motorMakeID ?? makes.idOf(values.make)
  const ofMake = useQuery(modelsQuery(year, makeId))
  const models = choices(ofMake.data?.models, ofMake.isLoading)
  const modelId = values.motorModelID ?? models.idOf(values.model)
  const ofModel = useQuery(subModelsQuery(year, modelId))
  const ofSubModel = useQuery(enginesQuery(year, modelId, values.sub_model))
  return {
    // Newest first, in the catalog's order (VEH-044).
    years: { names: (years.data?.years ?? []).map(String), isLoading: years.isLoading, idOf: () => null },
    makes,
    models,
    subModels: choices(ofModel.data?.sub_models, ofModel.isLoading),
    engines: choices(ofSubModel.data?.engines, ofSubModel.isLoading),
  }
}

function choices(entries: readonly Entry[] | undefined, isLoading: boolean): Choices {
  return {
    names: (entries ?? []).map(({ name }) => name),
    isLoading,
    idOf(name) {
      const id = entries?.find((entry) => entry.name.toLowerCase() === name.trim().toLowerCase())?.id
      return typeof id === 'number' ? id : null
    },
  }
}
