import { os } from '#server/http/calls/implementer.ts'
import type { BulkService } from './bulk.service.ts'

export const bulkRoutes = (service: BulkService) => ({
  create: os.bulkUpsertions.create.handler(({ input, context }) =>
    service.create(context.actor(), input.fileData, context.request.spooledFile),
  ),
  check: os.bulkUpsertions.check.handler(({ input, context }) =>
    context.read((tx) => service.check(tx, context.actor(), input)),
  ),
  list: os.bulkUpsertions.list.handler(({ input, context }) =>
    context.read((tx) => service.list(tx, context.actor(), input)),
  ),
  show: os.bulkUpsertions.show.handler(({ input, context }) =>
    context.read((tx) => service.show(tx, context.actor(), input.id)),
  ),
  rows: os.bulkUpsertions.rows.handler(({ input, context }) =>
    context.read((tx) => service.rows(tx, context.actor(), input)),
  ),
  refused: os.bulkUpsertions.refused.handler(async ({ input, context }) => ({
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${input.language === 'fr' ? 'lignes-refusees' : 'refused-rows'}.csv"`,
    },
    body: await service.file(context.actor(), input.id, input.language),
  })),
})
