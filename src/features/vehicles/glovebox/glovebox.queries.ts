import type { Country, Language } from '#contract/core/locale.ts'
import { statesOf } from '#domain/catalog/state-list.ts'
import { queries } from '#src/api/client.ts'

/** The glovebox of a vehicle, current from the server (GLV-024). */
export const gloveboxQuery = (vehicleId: number) =>
  queries.glovebox.list.queryOptions({ input: { vehicleId }, staleTime: 0, retry: false })

/** States or provinces (GLV-033, API-027). Falls back to the built-in list while loading and offline. */
export const statesQuery = (country: Country, language: Language) =>
  queries.places.states.queryOptions({
    input: { country, language },
    placeholderData: { states: statesOf(country, language) },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
