import { os } from '#server/http/calls/implementer.ts'
import type { FileReader } from './costs.csv.ts'
import { distanceCostsFile, reportDistanceCosts } from './distance-costs.service.ts'
import { fileHeaders } from './reports.routes.ts'

export const distanceCostsRoutes = ({ db }: Pick<FileReader, 'db'>) => ({
  distanceCosts: os.reports.distanceCosts.handler(({ input, context }) =>
    context.read((tx) => reportDistanceCosts(context.useCase(tx), input)),
  ),
  distanceCostsFile: os.reports.distanceCostsFile.handler(async ({ input, context }) => ({
    headers: fileHeaders('distanceCosts', { ...input, by: 'vehicle' }),
    body: await distanceCostsFile({ db, actor: context.actor() }, input),
  })),
})
