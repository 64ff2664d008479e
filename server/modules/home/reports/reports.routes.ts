import type { Language } from '#contract/core/fields.ts'
import type { CostDimension } from '#contract/home/reports.ts'
import { csvHeaders } from '#server/csv.ts'
import { os } from '#server/http/calls/implementer.ts'
import { translate } from '#server/texts/translate.ts'
import { costRowsFile, costsFile, type FileReader } from './costs.csv.ts'
import { type RangeQuery, reportCostRows, reportCosts } from './costs.service.ts'

export const reportsRoutes = ({ db }: Pick<FileReader, 'db'>) => ({
  costs: os.reports.costs.handler(({ input, context }) =>
    context.read((tx) => reportCosts(context.useCase(tx), input)),
  ),
  costRows: os.reports.costRows.handler(({ input, context }) =>
    context.read((tx) => reportCostRows(context.useCase(tx), input)),
  ),
  costsFile: os.reports.costsFile.handler(async ({ input, context }) => ({
    headers: fileHeaders('costs', input),
    body: await costsFile({ db, actor: context.actor() }, input),
  })),
  costRowsFile: os.reports.costRowsFile.handler(async ({ input, context }) => ({
    headers: fileHeaders('costs', input, 'reportRows'),
    body: await costRowsFile({ db, actor: context.actor() }, input),
  })),
})

type ReportName = 'costs' | 'downtime' | 'compliance' | 'distanceCosts'

/** Headers of the file of a report, or of the rows of one of its figures. */
export const fileHeaders = (
  report: ReportName,
  { by, language, ...range }: RangeQuery & { by: CostDimension; language: Language },
  name: 'report' | 'reportRows' = 'report',
) =>
  csvHeaders(
    translate(language, `server/files:${name}`, {
      report: translate(language, `server/files:reports.${report}`),
      by: translate(language, `server/files:by.${by}`),
      from: range.start_date,
      to: range.end_date,
    }),
  )
