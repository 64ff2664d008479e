import type { Country } from '#contract/core/fields.ts'
import type { Recall } from '#contract/vehicles/recalls.ts'

/** What recalls are looked up by: never a VIN (ruling 21). */
export interface VehicleModel {
  country: Country
  year: number
  make: string
  model: string
}

/** Safety recalls by model. Throws OutsideFailure. One contract test holds for every implementation: recalls.test.ts. */
export interface Recalls {
  /** Newest first; names in any case. A model that nobody knows has none. */
  of(model: VehicleModel): Promise<Recall[]>
}
