import { expect } from 'vitest'
import { COMPLIANCE_FIGURES, type ComplianceDimension } from '#contract/home/compliance.ts'
import type { DistanceCosts } from '#contract/home/distance-costs.ts'
import type { DowntimeDimension } from '#contract/home/downtime.ts'
import type { CostDimension } from '#contract/home/reports.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { reportCompliance } from '#server/modules/home/compliance/compliance.service.ts'
import { reportCosts } from '#server/modules/home/reports/costs.service.ts'
import { reportDistanceCosts } from '#server/modules/home/reports/distance-costs.service.ts'
import { reportDowntime } from '#server/modules/home/reports/downtime.service.ts'
import { type Fact, groupFacts } from './report-compliance.ts'
import { type DrivenVehicle, distanceClasses, distanceFigures, sinceArrival } from './report-distances.ts'
import { type Groups, groupWork, type REPORT_DAYS, type Work } from './report-fleets.ts'
import { groupStays, type Stay } from './report-stays.ts'

type Days = typeof REPORT_DAYS
interface Reader {
  tx: Transaction
  actor: Actor
}
const PAGE = { page: 1, per_page: 100 }
const rangeOf = ({ from, to }: Days) => ({ start_date: from, end_date: to })
export const centsOf = (amount: string) => Math.round(Number(amount) * 100)
const sumOf = (numbers: Iterable<number>) => [...numbers].reduce((sum, number) => sum + number, 0)
/** Rounds to one decimal. */
const tenths = (value: number) => Math.round(value * 10) / 10

/** Compares every group and the totals of a cost report with the reference. Returns the groups. */
export async function compareCosts(reader: Reader, by: CostDimension, days: Days, work: readonly Work[]) {
  const found = await reportCosts(reader, { by, ...rangeOf(days), sort: '-total', ...PAGE })
  const groups: Groups = Object.fromEntries(
    found.groups
      .filter(({ count }) => count !== 0)
      .map(({ key, count, total }) => [key, { count, cents: centsOf(total) }]),
  )
  const reference = groupWork(work, by, days)
  const sums = Object.values(reference)
  const { fleet, roles } = reader.actor
  expect({ fleet: fleet.id, roles, by, groups, count: found.count, cents: centsOf(found.total) }).toEqual({
    fleet: fleet.id,
    roles,
    by,
    groups: reference,
    count: sumOf(sums.map(({ count }) => count ?? 0)),
    cents: sumOf(sums.map(({ cents }) => cents)),
  })
  return found.groups
}

/** Compares every vehicle, the classes and the totals of cost per mile with the reference. Returns the report. */
export async function compareDistances(
  reader: Reader,
  days: Days,
  { work, driven }: { work: readonly Work[]; driven: readonly DrivenVehicle[] },
): Promise<DistanceCosts> {
  const found = await reportDistanceCosts(reader, { ...rangeOf(days), sort: '-per_distance', ...PAGE })
  const figures = Object.fromEntries(
    found.groups.map(({ key, total, distance, per_distance, is_outlier: isOutlier }) => {
      const perMile = per_distance === null ? null : Math.round(Number(per_distance) * 10_000)
      return [key, { total: Number(total).toFixed(2), distance, perMile, isOutlier }]
    }),
  )
  const reference = distanceFigures(driven, groupWork(sinceArrival(work, driven), 'vehicle', days), days)
  const all = Object.values(reference)
  const { fleet, roles } = reader.actor
  const { unknown_count, outlier_count, classes } = found
  expect({ fleet: fleet.id, roles, figures, unknown_count, outlier_count, classes }).toEqual({
    fleet: fleet.id,
    roles,
    figures: reference,
    unknown_count: all.filter(({ perMile }) => perMile === null).length,
    outlier_count: all.filter(({ isOutlier }) => isOutlier).length,
    classes: distanceClasses(driven, reference),
  })
  return found
}

/** Compares every group and the totals of a downtime report with the reference. Returns the groups. */
export async function compareDowntime(
  reader: Reader & { clock: () => Date },
  by: DowntimeDimension,
  days: Days,
  stays: readonly Stay[],
) {
  const found = await reportDowntime(reader, { by, ...rangeOf(days), sort: '-days', ...PAGE })
  const figures = ({ count, days, average }: { count: number; days: number; average: number }) => ({
    count,
    days,
    average,
  })
  const withAverage = (sums: { count: number; days: number }) => ({
    ...sums,
    average: tenths(sums.count === 0 ? 0 : sums.days / sums.count),
  })
  const reference = groupStays(stays, by, days)
  const sums = Object.values(reference)
  const { fleet, roles } = reader.actor
  const groups = Object.fromEntries(found.groups.map((group) => [group.key, figures(group)]))
  expect({ fleet: fleet.id, roles, by, groups, all: figures(found) }).toEqual({
    fleet: fleet.id,
    roles,
    by,
    groups: Object.fromEntries(Object.entries(reference).map(([key, group]) => [key, withAverage(group)])),
    all: withAverage({
      count: sumOf(sums.map(({ count }) => count)),
      days: sumOf(sums.map(({ days }) => days)),
    }),
  })
  return found.groups
}

/** Compares every group and the totals of the report of on-time maintenance with the reference. Returns the report. */
export async function compareCompliance(
  reader: Reader,
  by: ComplianceDimension,
  days: Days,
  facts: readonly Fact[],
) {
  const found = await reportCompliance(reader, { by, ...rangeOf(days), sort: '-late', ...PAGE })
  const figures = (group: Omit<(typeof found.groups)[number], 'key' | 'name' | 'identifier'>) => ({
    ...Object.fromEntries(COMPLIANCE_FIGURES.map((figure) => [figure, group[figure] ?? 0])),
    share: group.share,
  })
  const withShare = (sums: Record<string, number>) => {
    const { in_time = 0, late = 0 } = sums
    return { ...sums, share: in_time + late === 0 ? null : tenths((100 * in_time) / (in_time + late)) }
  }
  const reference = groupFacts(facts, by)
  // Each interval counts once in the totals.
  const once = Object.values(
    groupFacts(
      facts.filter(({ key }) => by !== 'month' || key.month !== ''),
      'class',
    ),
  )
  const all = Object.fromEntries(
    COMPLIANCE_FIGURES.map((figure) => [figure, sumOf(once.map((group) => group[figure]))]),
  )
  const groups = Object.fromEntries(
    found.groups
      .filter((group) => by !== 'month' || group.completed > 0)
      .map((group) => [group.key, figures(group)]),
  )
  const { fleet, roles } = reader.actor
  expect({ fleet: fleet.id, roles, by, groups, all: figures(found) }).toEqual({
    fleet: fleet.id,
    roles,
    by,
    groups: Object.fromEntries(Object.entries(reference).map(([key, group]) => [key, withShare(group)])),
    all: withShare(all),
  })
  return { groups: found.groups, all }
}
