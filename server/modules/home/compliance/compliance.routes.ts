import { os } from '#server/http/calls/implementer.ts'
import type { FileReader } from '../reports/costs.csv.ts'
import { fileHeaders } from '../reports/reports.routes.ts'
import { complianceFile, complianceRowsFile } from './compliance.csv.ts'
import { reportCompliance, reportComplianceRows } from './compliance.service.ts'

export const complianceRoutes = ({ db }: Pick<FileReader, 'db'>) => ({
  compliance: os.reports.compliance.handler(({ input, context }) =>
    context.read((tx) => reportCompliance(context.useCase(tx), input)),
  ),
  complianceRows: os.reports.complianceRows.handler(({ input, context }) =>
    context.read((tx) => reportComplianceRows(context.useCase(tx), input)),
  ),
  complianceFile: os.reports.complianceFile.handler(async ({ input, context }) => ({
    headers: fileHeaders('compliance', input),
    body: await complianceFile({ db, actor: context.actor() }, input),
  })),
  complianceRowsFile: os.reports.complianceRowsFile.handler(async ({ input, context }) => ({
    headers: fileHeaders('compliance', input, 'reportRows'),
    body: await complianceRowsFile({ db, actor: context.actor() }, input),
  })),
})
