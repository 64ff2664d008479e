import { os } from '#server/http/calls/implementer.ts'
import type { UseCase } from '#server/use-case.ts'
import type { FileReader } from './costs.csv.ts'
import { downtimeFile, downtimeRowsFile } from './downtime.csv.ts'
import { reportDowntime, reportDowntimeRows } from './downtime.service.ts'
import { fileHeaders } from './reports.routes.ts'

export const downtimeRoutes = (reader: Pick<FileReader, 'db'> & { clock: UseCase['clock'] }) => ({
  downtime: os.reports.downtime.handler(({ input, context }) =>
    context.read((tx) => reportDowntime(context.useCase(tx), input)),
  ),
  downtimeRows: os.reports.downtimeRows.handler(({ input, context }) =>
    context.read((tx) => reportDowntimeRows(context.useCase(tx), input)),
  ),
  downtimeFile: os.reports.downtimeFile.handler(async ({ input, context }) => ({
    headers: fileHeaders('downtime', input),
    body: await downtimeFile({ ...reader, actor: context.actor() }, input),
  })),
  downtimeRowsFile: os.reports.downtimeRowsFile.handler(async ({ input, context }) => ({
    headers: fileHeaders('downtime', input, 'reportRows'),
    body: await downtimeRowsFile({ ...reader, actor: context.actor() }, input),
  })),
})
