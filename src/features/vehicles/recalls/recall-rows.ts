import type { ModelRecalls, Recall } from '#contract/vehicles/recalls.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'

type Matched = Pick<Vehicle, 'id' | 'year' | 'make' | 'model' | 'is_active'>

/** A recall with the vehicles of its model. */
export interface RecallRow<V extends Matched = Vehicle> {
  /** Source and campaign number. */
  key: string
  recall: Recall
  /** In input order. */
  vehicles: V[]
}

/** Year, make and model, normalized for spelling (ruling 21). */
const modelKey = ({
  year,
  make,
  model,
}: {
  year: number | null
  make: string | null
  model: string | null
}) => `${year} ${make?.trim().toLowerCase()} ${model?.trim().toLowerCase()}`

/** Returns recalls with the active vehicles that may be affected: urgent ones first, then the newest. */
export function recallRows<V extends Matched>(
  models: readonly ModelRecalls[],
  vehicles: readonly V[],
): RecallRow<V>[] {
  const byModel = new Map<string, V[]>()
  for (const vehicle of vehicles) {
    if (!vehicle.is_active) continue
    const key = modelKey(vehicle)
    const same = byModel.get(key)
    if (same) same.push(vehicle)
    else byModel.set(key, [vehicle])
  }
  const rows = new Map<string, RecallRow<V>>()
  for (const model of models) {
    const concerned = byModel.get(modelKey(model)) ?? []
    if (concerned.length === 0) continue
    for (const recall of model.recalls) {
      const key = `${recall.source} ${recall.campaign}`
      const row = rows.get(key) ?? { key, recall, vehicles: [] }
      row.vehicles.push(...concerned)
      rows.set(key, row)
    }
  }
  return [...rows.values()].sort(
    (a, b) =>
      Number(b.recall.is_urgent) - Number(a.recall.is_urgent) ||
      (b.recall.reported_on ?? '').localeCompare(a.recall.reported_on ?? '') ||
      a.key.localeCompare(b.key),
  )
}
