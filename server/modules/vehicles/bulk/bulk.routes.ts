import { csvHeaders } from '#server/csv.ts'
import { os } from '#server/http/calls/implementer.ts'
import { translate } from '#server/texts/translate.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import {
  checkUpload,
  createUpload,
  downloadRejectedRows,
  listUploadRows,
  listUploads,
  showUpload,
} from './bulk.service.ts'
import type { VinDecoder } from './vin-decoder.ts'

export const bulkRoutes = (useCase: DatabaseUseCase<'jobs'>, decode: VinDecoder) => ({
  create: os.bulkUpsertions.create.handler(({ input, context }) => {
    const { spooledFile } = context.request
    // The input has the file's name without its content.
    const sent = { ...input, sha256: spooledFile?.sha256.toString('hex') }
    return context.writeAcross(sent, (tx) =>
      createUpload({ ...context.useCase(tx), ports: useCase.ports }, input.fileData, spooledFile),
    )
  }),
  check: os.bulkUpsertions.check.handler(({ input, context }) =>
    context.read((tx) => checkUpload({ ...context.useCase(tx), decode }, input)),
  ),
  list: os.bulkUpsertions.list.handler(({ input, context }) =>
    context.read((tx) => listUploads(context.useCase(tx), input)),
  ),
  show: os.bulkUpsertions.show.handler(({ input, context }) =>
    context.read((tx) => showUpload(context.useCase(tx), input.id)),
  ),
  rows: os.bulkUpsertions.rows.handler(({ input, context }) =>
    context.read((tx) => listUploadRows(context.useCase(tx), input)),
  ),
  refused: os.bulkUpsertions.refused.handler(async ({ input, context }) => ({
    headers: csvHeaders(translate(input.language, 'server/files:refusedRows')),
    body: await downloadRejectedRows({ db: useCase.db, actor: context.actor() }, input.id, input.language),
  })),
})
