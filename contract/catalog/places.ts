import { Country, LanguageCode } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** State or province: `id` is its two-letter code. */
export const State = z.object({ id: z.string(), name: z.string(), country: Country })
export type State = z.infer<typeof State>

export const placesContract = {
  states: call({ access: 'catalog.read' })
    .route({
      method: 'GET',
      path: v4('/states'),
      tags: ['catalog'],
      summary: 'States or provinces of a country',
    })
    /** Without `language`: the language of the other texts in the response. */
    .input(z.object({ country: Country, language: z.optional(LanguageCode) }))
    .output(z.object({ states: z.array(State) })),
}
