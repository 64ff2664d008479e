import * as z from 'zod/mini'
import type { Recall } from '#contract/vehicles/recalls.ts'
import { ExternalApiError, type externalApiCaller, fetchJson } from '#server/integrations/external-api.ts'
import type { VehicleModel } from './port.ts'

/** Rows of named cells, the format of all its responses. */
const ApiResponse = z.looseObject({
  ResultSet: z.array(
    z.array(z.looseObject({ Name: z.string(), Value: z.looseObject({ Literal: z.nullable(z.string()) }) })),
  ),
})
const BASE = '/v1.3/api/eng/vehicle-recall-database'
/** Maximum recalls per model; the API's default is 25. */
const LIMIT = 200
/** Recall texts never change, so they are cached up to this number. */
const RECALLS_MAX = 5000

/** Reads recalls from Transport Canada (open.canada.ca, 'Vehicle Recalls Database'), in both languages. */
export function transportCanadaRecalls(server: string, call: ReturnType<typeof externalApiCaller>) {
  const recalls = new Map<string, Recall>()

  async function fetchRows(path: string): Promise<Map<string, string>[]> {
    const url = new URL(`${BASE}${path}?format=json&limit=${LIMIT}`, server)
    return call(async (signal) => {
      const parsed = z.safeParse(ApiResponse, (await fetchJson(url, { signal })).body)
      if (!parsed.success)
        throw new ExternalApiError('bad_answer', 'Transport Canada: response has an unexpected shape')
      return parsed.data.ResultSet.map(
        (cells) => new Map(cells.map(({ Name, Value }) => [Name, Value.Literal ?? ''])),
      )
    })
  }

  async function recallOf(number: string): Promise<Recall | undefined> {
    const known = recalls.get(number)
    if (known) return known
    // Returns one row per affected model, all with the same text.
    const [row] = await fetchRows(`/recall-summary/recall-number/${encodeURIComponent(number)}`)
    if (!row) return undefined
    const recall: Recall = {
      source: 'transport_canada',
      campaign: number,
      component: row.get('SYSTEM_TYPE_ETXT') || '',
      component_fr: row.get('SYSTEM_TYPE_FTXT') || null,
      summary: row.get('COMMENT_ETXT') || '',
      summary_fr: row.get('COMMENT_FTXT') || null,
      consequence: null,
      remedy: null,
      reported_on: /^\d{4}-\d{2}-\d{2}/.exec(row.get('RECALL_DATE_DTE') ?? '')?.[0] ?? null,
      is_urgent: false,
    }
    if (recalls.size < RECALLS_MAX) recalls.set(number, recall)
    return recall
  }

  return async ({ make, model, year }: VehicleModel): Promise<Recall[]> => {
    const part = encodeURIComponent
    const rows = await fetchRows(
      `/recall/make-name/${part(make)}/model-name/${part(model)}/year-range/${year}-${year}`,
    )
    const numbers = new Set(rows.flatMap((row) => row.get('Recall number') || []))
    const recalls: Recall[] = []
    for (const number of numbers) {
      const recall = await recallOf(number)
      if (recall) recalls.push(recall)
    }
    return recalls
  }
}
