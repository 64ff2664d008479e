import type { Country, Language } from '#contract/core/locale.ts'
import { statesOf } from '#domain/catalog/state-list.ts'
import { queries } from '#src/api/client.ts'

/** The glovebox of a vehicle as the server has it now (GLV-024). */
export const gloveboxQuery = (vehicleId: number) =>
  queries.glovebox.list.queryOptions({ input: { vehicleId }, staleTime: 0, retry: false })

/** States or provinces (GLV-033, API-027): the app's own list until the server's is there, and without signal. */
export const statesQuery = (country: Country, language: Language) =>
  queries.places.states.queryOptions({
    input: { country, language },
    placeholderData: { states: statesOf(country, language) },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
