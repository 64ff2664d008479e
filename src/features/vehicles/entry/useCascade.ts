import { useQuery } from '@tanstack/react-query'
import type { VehicleValues } from './vehicle-draft.ts'
import { enginesQuery, makesQuery, modelsQuery, subModelsQuery, yearsQuery } from './vehicle-entry.queries.ts'

interface Entry {
  id: number | string
  name: string
}
/** What can be chosen at one step of the cascade. */
export interface Choices {
  names: string[]
  isLoading: boolean
  /** Number of a name in the catalogue; null: it was typed. */
  idOf: (name: string) => number | null
}

/** Year, make, model, sub-model, engine: each list is asked for with the choice above it (VEH-042). */
export function useCascade(values: VehicleValues) {
  const year = /^\d{4}$/.test(values.year) ? Number(values.year) : null
  const years = useQuery(yearsQuery())
  const ofYear = useQuery(makesQuery(year))
  const makes = choices(ofYear.data?.makes, ofYear.isLoading)
  // A vehicle that came without numbers has the names of the catalogue all the same.
  const makeId = values.motorMakeID ?? makes.idOf(values.make)
  const ofMake = useQuery(modelsQuery(year, makeId))
  const models = choices(ofMake.data?.models, ofMake.isLoading)
  const modelId = values.motorModelID ?? models.idOf(values.model)
  const ofModel = useQuery(subModelsQuery(year, modelId))
  const ofSubModel = useQuery(enginesQuery(year, modelId, values.sub_model))
  return {
    // Newest first, as the catalogue gives them (VEH-044).
    years: { names: (years.data?.years ?? []).map(String), isLoading: years.isLoading, idOf: () => null },
    ...{ makes, models },
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
