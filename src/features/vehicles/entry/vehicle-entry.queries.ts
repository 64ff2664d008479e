import { skipToken } from '@tanstack/react-query'
import { queries } from '#src/api/client.ts'

/** The catalog does not change while a form is open. */
const CACHED = { staleTime: 3_600_000, retry: 1 } as const

export const yearsQuery = () => queries.specs.years.queryOptions({ ...CACHED })

export const makesQuery = (year: number | null) =>
  queries.specs.makes.queryOptions({ input: year === null ? skipToken : { year }, ...CACHED })

export const modelsQuery = (year: number | null, makeId: number | null) =>
  queries.specs.models.queryOptions({
    input: makeId === null || year === null ? skipToken : { make_id: makeId, year },
    ...CACHED,
  })

export const subModelsQuery = (year: number | null, modelId: number | null) =>
  queries.specs.subModels.queryOptions({
    input: modelId === null || year === null ? skipToken : { model_id: modelId, year },
    ...CACHED,
  })

export const enginesQuery = (year: number | null, modelId: number | null, subModel: string) =>
  queries.specs.engines.queryOptions({
    input:
      modelId === null || year === null || subModel === ''
        ? skipToken
        : { model_id: modelId, sub_model_id: subModel, year },
    ...CACHED,
  })

/** Users whom a vehicle may be assigned to. */
export const driversQuery = (search: string) =>
  queries.vehicles.drivers.queryOptions({ input: search ? { search } : {}, staleTime: 60_000, retry: false })

/** One vehicle, current from the server. */
export const vehicleQuery = (id: number) =>
  queries.vehicles.show.queryOptions({ input: { id, include: 'all' }, staleTime: 0, gcTime: 0, retry: false })
