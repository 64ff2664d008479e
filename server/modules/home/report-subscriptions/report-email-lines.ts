import type { ComplianceGroup } from '#contract/home/compliance.ts'
import type { DistanceCostGroup } from '#contract/home/distance-costs.ts'
import type { CostDimension } from '#contract/home/reports.ts'
import { moneyText } from '#server/texts/money-text.ts'
import { monthText } from '#server/texts/month-text.ts'
import { numberText, percentText } from '#server/texts/number-text.ts'
import { translate } from '#server/texts/translate.ts'
import { groupName, reportTexts } from '../reports/report-texts.ts'
import type { ReportFigures } from './report-figures.ts'
import type { MailedReport } from './report-mail-sender.repository.ts'

type Line = { label: string; value: string }
type Reader = Pick<MailedReport, 'by' | 'language' | 'country'>

/** Returns whether a report has no figures. Groups by month exist even without any. */
export function isEmptyReport(figures: ReportFigures, by: CostDimension): boolean {
  if (figures.total_count === 0) return true
  if (by !== 'month') return false
  return figures.report === 'compliance'
    ? figures.completed === 0
    : figures.report === 'costs' && figures.count === 0
}

/** Returns the total, the first groups, and how many more there are. */
export function figureLines(figures: ReportFigures, reader: Reader): Line[] {
  if (isEmptyReport(figures, reader.by)) return []
  const { language } = reader
  const rest = figures.total_count - figures.groups.length
  return [
    ...totalLine(figures, reader),
    ...groupLines(figures, reader),
    ...(rest > 0
      ? [
          {
            label: translate(language, 'server/report-mails:moreLabel'),
            value: translate(language, 'server/report-mails:more', {
              count: rest,
              number: numberText(rest, language),
            }),
          },
        ]
      : []),
  ]
}

/** Costs per distance cannot be added up. */
function totalLine(figures: ReportFigures, reader: Reader): Line[] {
  if (figures.report === 'distance_costs') return []
  const label = reportTexts[reader.language].costs.all
  switch (figures.report) {
    case 'costs':
      return [{ label, value: costText(figures, reader) }]
    case 'downtime':
      return [{ label, value: downtimeText(figures, reader) }]
    case 'compliance':
      return [{ label, value: complianceText(figures, reader) }]
  }
}

function groupLines(figures: ReportFigures, reader: Reader): Line[] {
  const { by, language } = reader
  const nameOf = (group: { key: string; name: string | null }) =>
    by === 'month' ? monthText(group.key, language) : groupName(by, group, language)
  switch (figures.report) {
    case 'costs':
      return figures.groups.map((group) => ({ label: nameOf(group), value: costText(group, reader) }))
    case 'downtime':
      return figures.groups.map((group) => ({ label: nameOf(group), value: downtimeText(group, reader) }))
    case 'distance_costs':
      return figures.groups.map((group) => ({
        label: nameOf(group),
        value: distanceText(group, figures.unit, reader),
      }))
    case 'compliance':
      return figures.groups.map((group) => ({ label: nameOf(group), value: complianceText(group, reader) }))
  }
}

function costText(
  { total, count }: { total: string; count: number | null },
  { by, language, country }: Reader,
): string {
  const work = by === 'service' ? 'lines' : 'work'
  return joined([
    moneyText(country, total),
    count !== null &&
      count > 0 &&
      translate(language, `server/report-mails:${work}`, { count, number: numberText(count, language) }),
  ])
}

function downtimeText(
  { days, count, average }: { days: number; count: number; average: number },
  { language }: Reader,
): string {
  return joined([
    translate(language, 'fleet-reports:downtime.dayCount', {
      count: days,
      number: numberText(days, language),
    }),
    translate(language, 'fleet-reports:downtime.share', { count, number: numberText(count, language) }),
    translate(language, 'server/report-mails:average', {
      count: average,
      number: numberText(average, language),
    }),
  ])
}

function distanceText(
  { total, distance, per_distance, is_outlier }: DistanceCostGroup,
  unit: 'mi' | 'km',
  { language, country }: Reader,
): string {
  return joined([
    per_distance === null
      ? translate(language, 'server/report-mails:noDistance')
      : translate(language, `server/report-mails:perDistance.${unit}`, {
          amount: moneyText(country, per_distance),
        }),
    distance !== null && `${numberText(distance, language)} ${unit}`,
    moneyText(country, total),
    is_outlier && translate(language, 'server/report-mails:outlier'),
  ])
}

function complianceText(
  { completed, share, due_soon: soon, past_due: past }: Omit<ComplianceGroup, 'key' | 'name' | 'identifier'>,
  { language }: Reader,
): string {
  return joined([
    translate(language, 'fleet-reports:compliance.summary', {
      count: completed,
      number: numberText(completed, language),
    }),
    share !== null &&
      translate(language, 'fleet-reports:compliance.summaryShare', { share: percentText(share, language) }),
    soon !== null &&
      translate(language, 'fleet-reports:compliance.summaryDue', {
        soon: numberText(soon, language),
        past: numberText(past ?? 0, language),
      }),
  ])
}

const joined = (parts: (string | false)[]): string => parts.filter(Boolean).join(' · ')
