import type { VinLookup } from '#contract/vehicles/specs.ts'
import { os } from '#server/http/calls/implementer.ts'
import { dutyTypeOf } from '#server/integrations/vehicle-catalog/duty-type.ts'
import type { DecodedVin, VehicleCatalog } from '#server/integrations/vehicle-catalog/port.ts'
import { Problem } from '#server/problem.ts'

const named = (name: string) => ({ id: name, name })

/** Calls the catalog directly: its data belongs to no fleet, so there is nothing to authorize. */
export const specsRoutes = (catalog: VehicleCatalog) => ({
  years: os.specs.years.handler(async () => ({ years: await catalog.years() })),
  makes: os.specs.makes.handler(async ({ input }) => ({ makes: await catalog.makes(input.year) })),
  models: os.specs.models.handler(async ({ input }) => ({
    models: await catalog.models(input.year ?? null, input.make_id),
  })),
  subModels: os.specs.subModels.handler(async ({ input }) => ({
    sub_models: (await catalog.subModels(input.model_id, input.year ?? null)).map(named),
  })),
  subModel: os.specs.subModel.handler(
    async ({ input: { model_id: model, sub_model_id: name, year = null } }) => {
      if (!(await catalog.subModels(model, year)).includes(name)) throw new Problem('not_found')
      return { sub_model: named(name), engines: (await catalog.engines(model, name, year)).map(named) }
    },
  ),
  engines: os.specs.engines.handler(async ({ input }) => ({
    engines: (await catalog.engines(input.model_id, input.sub_model_id, input.year ?? null)).map(named),
  })),
  vinLookup: os.specs.vinLookup.handler(async ({ input: { vin } }) => {
    const decoded = await catalog.decodeVin(vin)
    if (!decoded) throw new Problem('not_found')
    return toVinLookup(vin, decoded)
  }),
})

function toVinLookup(vin: string, { year, make, model, subModel, engine, ...rest }: DecodedVin): VinLookup {
  return {
    vin,
    year,
    make,
    model,
    sub_model: subModel === null ? null : named(subModel),
    engine: engine === null ? null : named(engine),
    vehicle_type_id: dutyTypeOf(rest.weightClass),
    is_type_known: rest.weightClass !== null,
    check_digit_valid: rest.checkDigitValid,
  }
}
