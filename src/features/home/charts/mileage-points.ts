import type { DistanceUnit } from '#contract/core/fields.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'

/** A vehicle in the scatter chart: its distance and its cost per mile (km). */
export interface MileagePoint {
  id: number
  x: number
  y: number
}

/** Returns one point per active vehicle whose distance and cost are known (DSH-006). */
export function mileagePoints(vehicles: readonly Vehicle[], unit: DistanceUnit): MileagePoint[] {
  return vehicles.flatMap(({ id, is_active, miles, kilometers, cost_per_mile }) => {
    const x = unit === 'mi' ? miles : kilometers
    return is_active && x !== null && cost_per_mile !== null ? { id, x, y: Number(cost_per_mile) } : []
  })
}

/** Steps of the raster below: finer than the pixels of a desktop chart. */
const COLUMNS = 160
const ROWS = 60

/** Drops points that others would cover. The picture stays the same, and 50,000 vehicles render at once. */
export function withoutHidden(points: readonly MileagePoint[]): MileagePoint[] {
  const step = (axis: 'x' | 'y', count: number) =>
    points.reduce((most, point) => Math.max(most, point[axis]), 0) / count || 1
  const [stepX, stepY] = [step('x', COLUMNS), step('y', ROWS)]
  const places = new Map<number, MileagePoint>()
  for (const point of points) {
    const place = Math.round(point.x / stepX) * (ROWS + 1) + Math.round(point.y / stepY)
    if (!places.has(place)) places.set(place, point)
  }
  return [...places.values()]
}

/** Returns the median; undefined if there are no values. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
