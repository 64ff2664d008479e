import { statesOf } from '#domain/catalog/state-list.ts'
import { os } from '#server/http/calls/implementer.ts'

/** States and provinces are a list of the contract, so there is nothing to look up. */
export const placesRoutes = () => ({
  states: os.places.states.handler(({ input }) => ({ states: statesOf(input.country, input.language) })),
})
