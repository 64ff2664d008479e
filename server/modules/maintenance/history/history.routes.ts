import type { ManualHistoryInput } from '#contract/maintenance/history.ts'
import { INVOICE_MAX_BYTES } from '#domain/core/limits.ts'
import { os } from '#server/http/calls/implementer.ts'
import { readAttributes } from '../../core/documents/attributes.ts'
import type { DocumentPorts } from '../../core/documents/documents.service.ts'
import { openFile, takeFile, takePart } from '../../core/documents/file-calls.ts'
import { getHistory, listHistories, listVehicleHistory } from './history.service.ts'
import { createHistory, deleteHistory, maySendInvoice, updateHistory } from './history-entry.service.ts'

const FILES = 'maintenance_documents_attributes'
const filesOf = (input: ManualHistoryInput) => readAttributes(input[FILES], FILES, INVOICE_MAX_BYTES)

export const historyRoutes = (ports: DocumentPorts) => ({
  list: os.history.list.handler(({ input, context }) =>
    context.read((tx) => listHistories(context.useCase(tx), input)),
  ),
  show: os.history.show.handler(({ input, context }) =>
    context.read((tx) => getHistory(context.useCase(tx), input.id)),
  ),
  vehicleHistory: os.history.vehicleHistory.handler(({ input, context }) =>
    context.read((tx) => listVehicleHistory(context.useCase(tx), input)),
  ),
  create: os.history.create.handler(async ({ input, context }) => {
    const files = await filesOf(input)
    return context.write({ ...input, [FILES]: files.fingerprint }, (tx) =>
      createHistory({ ...context.useCase(tx), ports }, input, files),
    )
  }),
  update: os.history.update.handler(async ({ input, context }) => {
    const files = await filesOf(input)
    return context.write({ ...input, [FILES]: [files.destroyed, files.fingerprint] }, (tx, precondition) =>
      updateHistory({ ...context.useCase(tx), ports }, input, files, precondition),
    )
  }),
  destroy: os.history.destroy.handler(({ input, context }) =>
    context.write(input, (tx, precondition) =>
      deleteHistory(context.useCase(tx), input.id.toLowerCase(), precondition),
    ),
  ),
  putFile: os.history.putFile.handler(({ input: { id, file }, context }) =>
    takeFile(context, ports, { kind: 'maintenance', maySend: maySendInvoice, id, file }),
  ),
  putPart: os.history.putPart.handler(({ input: { id, file, offset }, context }) =>
    takePart(context, ports, { kind: 'maintenance', maySend: maySendInvoice, id, file, offset }),
  ),
  getFile: os.history.getFile.handler(({ input, context }) =>
    openFile(context, ports, 'maintenance', input.id),
  ),
})
