import type { ManualHistoryInput } from '#contract/maintenance/history.ts'
import { INVOICE_MAX_BYTES } from '#domain/core/limits.ts'
import { os } from '#server/http/calls/implementer.ts'
import { readAttributes } from '../../core/documents/attributes.ts'
import type { DocumentsService } from '../../core/documents/documents.service.ts'
import { openFile, takeFile, takePart } from '../../core/documents/file-calls.ts'
import type { HistoryService } from './history.service.ts'
import { type HistoryEntryService, maySendInvoice } from './history-entry.service.ts'

const FILES = 'maintenance_documents_attributes'
const filesOf = (input: ManualHistoryInput) => readAttributes(input[FILES], FILES, INVOICE_MAX_BYTES)

export const historyRoutes = (
  service: HistoryService,
  entries: HistoryEntryService,
  documents: DocumentsService,
) => ({
  list: os.history.list.handler(({ input, context }) =>
    context.read((tx) => service.list(tx, context.actor(), input)),
  ),
  show: os.history.show.handler(({ input, context }) =>
    context.read((tx) => service.show(tx, context.actor(), input.id)),
  ),
  vehicleHistory: os.history.vehicleHistory.handler(({ input, context }) =>
    context.read((tx) => service.ofVehicle(tx, context.actor(), input)),
  ),
  create: os.history.create.handler(async ({ input, context }) => {
    const files = await filesOf(input)
    return context.write({ ...input, [FILES]: files.fingerprint }, (tx) =>
      entries.create(tx, context.actor(), input, files),
    )
  }),
  update: os.history.update.handler(async ({ input, context }) => {
    const files = await filesOf(input)
    return context.write({ ...input, [FILES]: [files.destroyed, files.fingerprint] }, (tx, precondition) =>
      entries.update(tx, context.actor(), input, files, precondition),
    )
  }),
  destroy: os.history.destroy.handler(({ input, context }) =>
    context.write(input, (tx, precondition) =>
      entries.destroy(tx, context.actor(), input.id.toLowerCase(), precondition),
    ),
  ),
  putFile: os.history.putFile.handler(({ input: { id, file }, context }) =>
    takeFile(context, documents, { kind: 'maintenance', maySend: maySendInvoice, id, file }),
  ),
  putPart: os.history.putPart.handler(({ input: { id, file, offset }, context }) =>
    takePart(context, documents, { kind: 'maintenance', maySend: maySendInvoice, id, file, offset }),
  ),
  getFile: os.history.getFile.handler(({ input, context }) =>
    openFile(context, documents, 'maintenance', input.id),
  ),
})
