import { isWellFormedVin } from '#domain/vehicles/vin.ts'
import { Id } from '../core/fields.ts'
import type { ProblemCode } from '../core/problems.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** Model year, limited to a range that covers all VINs; our choice. */
export const Year = z.int('id').check(z.gte(1900, 'id'), z.lte(2100, 'id'))
/** Make or model with its catalog number. */
const Spec = z.object({ id: Id, name: z.string() })
/** Sub-model or engine. The catalog has no number for it, so its name is its id. */
const NamedSpec = z.object({ id: z.string(), name: z.string() })
/** Path segment of a sub-model: its name, URL-encoded. */
const SubModelId = z
  .string('id')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with control characters is none.
  .check(z.minLength(1, 'id'), z.maxLength(100, 'id'), z.regex(/^[^\u0000-\u001f\p{Cs}]*$/u, 'id'))
/** VIN in any case, trimmed and converted to capital letters (ruling 19). */
export const Vin = z
  .string('vin')
  .check(z.trim(), z.maxLength(17, 'vin'), z.toUpperCase(), z.refine(isWellFormedVin, 'vin'))

/** Data decoded from a VIN; null if unknown to the catalog (ruling 19). */
export const VinLookup = z.object({
  vin: z.string(),
  year: z.int(),
  make: Spec,
  model: Spec,
  sub_model: z.nullable(NamedSpec),
  engine: z.nullable(NamedSpec),
  vehicle_type_id: z.enum(['light', 'medium_heavy']),
  /** False: the catalog has no weight class, so the type is assumed. */
  is_type_known: z.optional(z.boolean()),
  /** False: position 9 is wrong. The user may accept this after a warning. */
  check_digit_valid: z.boolean(),
})
export type VinLookup = z.infer<typeof VinLookup>

const read = (path: `/${string}`, summary: string, problems: readonly ProblemCode[] = []) =>
  call({ access: 'catalog.read', problems }).route({
    method: 'GET',
    path: v4(path),
    tags: ['vehicles'],
    summary,
  })

/**
 * Year, make, model, sub-model and engine, in turn (API-024, API-025). Unknown ids return empty lists. Without `year`,
 * all years.
 */
export const specsContract = {
  years: read('/vehicles/years', 'Model years, newest first').output(z.object({ years: z.array(z.int()) })),
  makes: read('/vehicles/years/{year}/makes', 'Makes of a year')
    .input(z.object({ year: Year }))
    .output(z.object({ makes: z.array(Spec) })),
  models: read('/vehicles/makes/{make_id}/models', 'Models of a make')
    .input(z.object({ make_id: Id, year: z.optional(Year) }))
    .output(z.object({ models: z.array(Spec) })),
  subModels: read('/vehicles/models/{model_id}/submodels', 'Sub-models of a model')
    .input(z.object({ model_id: Id, year: z.optional(Year) }))
    .output(z.object({ sub_models: z.array(NamedSpec) })),
  /** A sub-model with its engines; not_found if the model has none of that name. */
  subModel: read('/vehicles/models/{model_id}/submodels/{sub_model_id}', 'One sub-model', ['not_found'])
    .input(z.object({ model_id: Id, sub_model_id: SubModelId, year: z.optional(Year) }))
    .output(z.object({ sub_model: NamedSpec, engines: z.array(NamedSpec) })),
  engines: read('/vehicles/models/{model_id}/submodels/{sub_model_id}/engines', 'Engines of a sub-model')
    .input(z.object({ model_id: Id, sub_model_id: SubModelId, year: z.optional(Year) }))
    .output(z.object({ engines: z.array(NamedSpec) })),
  /** Errors: validation (`vin`: malformed), not_found. */
  vinLookup: read('/vehicles/vin_lookup', 'What a VIN says', ['not_found'])
    .input(z.object({ vin: Vin }))
    .output(VinLookup),
}
