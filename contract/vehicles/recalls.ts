import { Id } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** Sources of recalls (ruling 21); 'sample': invented, for the demo. */
const RECALL_SOURCES = ['nhtsa', 'transport_canada', 'sample'] as const

/** A safety recall of a model, in the authority's words; in French if the authority provides it. */
export const Recall = z.object({
  source: z.enum(RECALL_SOURCES),
  /** The authority's campaign number. */
  campaign: z.string(),
  component: z.string(),
  component_fr: z.nullable(z.string()),
  summary: z.string(),
  summary_fr: z.nullable(z.string()),
  consequence: z.nullable(z.string()),
  remedy: z.nullable(z.string()),
  /** Calendar day, `YYYY-MM-DD`. */
  reported_on: z.nullable(z.string()),
  /** The authority advises not to drive it, or not to park it near buildings. */
  is_urgent: z.boolean(),
})
export type Recall = z.infer<typeof Recall>

/**
 * Recalls of one model of the fleet's vehicles. They are synced with the vehicles and joined on the device (DSH-038),
 * so that a text is sent once and not with each of a thousand vehicles. Make and model in lower case.
 */
export const ModelRecalls = z.object({
  id: Id,
  year: z.int(),
  make: z.string(),
  model: z.string(),
  recalls: z.array(Recall),
})
export type ModelRecalls = z.infer<typeof ModelRecalls>

export const recallsContract = {
  /**
   * Why a list of recalls may be incomplete: how many of the active vehicles that the user may see were not looked up.
   * The recalls themselves are synced (DSH-042).
   */
  status: call({ access: 'vehicles.read' })
    .route({
      method: 'GET',
      path: v4('/recalls/status'),
      tags: ['vehicles'],
      summary: 'Vehicles that were not looked up for recalls',
    })
    .input(z.object({ vehicle_id: z.optional(Id) }))
    .output(
      z.object({
        /** Whether this installation looks up recalls. */
        is_on: z.boolean(),
        /** Vehicles whose model was not looked up yet. */
        unchecked: z.int(),
        /** Vehicles without a year, make or model, which cannot be looked up. */
        unidentified: z.int(),
      }),
    ),
}
