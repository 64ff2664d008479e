import { addMonths } from '#domain/core/days.ts'
import type { CostOfMonth } from './CostChart.tsx'
import { MONTHS_SHOWN } from './cost-months.ts'
import type { MileagePoint } from './mileage-points.ts'

// Random sample data for charts without data (DSH-009), labeled as such (DSH-010).

const between = (least: number, most: number) => least + Math.random() * (most - least)

export function sampleCosts(today: string): CostOfMonth[] {
  return Array.from({ length: MONTHS_SHOWN }, (_, n) => ({
    month: addMonths(today, n + 1 - MONTHS_SHOWN).slice(0, 7),
    orders: Math.round(between(4, 30)),
    entries: 0,
    canceled: 0,
    total: between(1_500, 9_000).toFixed(2),
  }))
}

export function samplePoints(): MileagePoint[] {
  return Array.from({ length: 40 }, (_, id) => {
    const x = between(5_000, 160_000)
    return { id, x, y: 0.04 + (x / 160_000) * between(0.05, 0.18) }
  })
}
