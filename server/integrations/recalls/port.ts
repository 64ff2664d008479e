import type { Country } from '#contract/core/fields.ts'
import type { Recall } from '#contract/vehicles/recalls.ts'

/** Key for looking up recalls; never a VIN (ruling 21). */
export interface VehicleModel {
  country: Country
  year: number
  make: string
  model: string
}

/**
 * Safety recalls by model. Throws ExternalApiError. All implementations pass the same contract test: recalls.test.ts.
 */
export interface Recalls {
  /** Newest first. Names are case-insensitive. An unknown model has no recalls. */
  of(model: VehicleModel): Promise<Recall[]>
}
