import { statesOf } from '#domain/catalog/state-list.ts'
import { os } from '#server/http/calls/implementer.ts'

/** States and provinces are a static list, so there is no query. */
export const placesRoutes = () => ({
  states: os.places.states.handler(({ input, context }) => ({
    states: statesOf(input.country, input.language ?? context.actor().language),
  })),
})
