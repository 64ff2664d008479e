import { os } from '#server/http/calls/implementer.ts'
import { costsFile, type FileReader } from './costs.csv.ts'
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
})

/** Headers of a report's file. */
export const fileHeaders = (report: string, { by, start_date, end_date }: RangeQuery & { by: string }) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${report} by ${by} ${start_date} ${end_date}.csv"`,
})
