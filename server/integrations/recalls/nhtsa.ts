import * as z from 'zod/mini'
import type { Recall } from '#contract/vehicles/recalls.ts'
import { ExternalApiError, type externalApiCaller, fetchJson } from '#server/integrations/external-api.ts'
import type { VehicleModel } from './port.ts'

const text = z.optional(z.nullable(z.string()))
const ApiResponse = z.looseObject({
  results: z.array(
    z.looseObject({
      NHTSACampaignNumber: z.string(),
      Component: z.string(),
      Summary: text,
      Consequence: text,
      Remedy: text,
      ReportReceivedDate: text,
      parkIt: z.optional(z.nullable(z.boolean())),
      parkOutSide: z.optional(z.nullable(z.boolean())),
    }),
  ),
})
/** NHTSA responds to an unknown model with 400 and an empty list. */
const NO_SUCH_MODEL = 400

/** Reads recalls from NHTSA (nhtsa.gov, 'NHTSA Datasets and APIs'), in English only. */
export function nhtsaRecalls(server: string, call: ReturnType<typeof externalApiCaller>) {
  return async ({ make, model, year }: VehicleModel): Promise<Recall[]> => {
    const url = new URL('/recalls/recallsByVehicle', server)
    url.search = new URLSearchParams({ make, model, modelYear: String(year) }).toString()
    return call(async (signal) => {
      const { body } = await fetchJson(url, { signal, also: [NO_SUCH_MODEL] })
      const parsed = z.safeParse(ApiResponse, body)
      if (!parsed.success) throw new ExternalApiError('bad_answer', 'NHTSA: response has an unexpected shape')
      return parsed.data.results.map((found) => ({
        source: 'nhtsa',
        campaign: found.NHTSACampaignNumber,
        component: found.Component,
        component_fr: null,
        summary: found.Summary ?? '',
        summary_fr: null,
        consequence: found.Consequence ?? null,
        remedy: found.Remedy ?? null,
        reported_on: dayOf(found.ReportReceivedDate),
        is_urgent: Boolean(found.parkIt || found.parkOutSide),
      }))
    })
  }
}

/** Parses 'DD/MM/YYYY'. Null: not a date. */
function dayOf(date: string | null | undefined): string | null {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(date ?? '') ?? []
  if (!day || !month || Number(month) > 12) return null
  return `${year}-${month}-${day}`
}
