import type { GloveboxItemInput } from '#contract/vehicles/glovebox.ts'
import { DOCUMENT_MAX_BYTES } from '#domain/core/limits.ts'
import { os } from '#server/http/calls/implementer.ts'
import { readAttributes } from '../../core/documents/attributes.ts'
import type { DocumentPorts } from '../../core/documents/documents.service.ts'
import { openFile, takeFile, takePart } from '../../core/documents/file-calls.ts'
import { type GloveboxService, mayUploadDocument } from './glovebox.service.ts'

const FILES = 'glovebox_documents_attributes'
const filesOf = (item: GloveboxItemInput) =>
  readAttributes(item[FILES], `glovebox_item.${FILES}`, DOCUMENT_MAX_BYTES)

export const gloveboxRoutes = (service: GloveboxService, ports: DocumentPorts) => ({
  list: os.glovebox.list.handler(({ input, context }) =>
    context.read((tx) => service.list(tx, context.actor(), input.vehicleId)),
  ),
  create: os.glovebox.create.handler(async ({ input: { glovebox_item: item }, context }) => {
    const files = await filesOf(item)
    return context.write({ ...item, [FILES]: files.fingerprint }, (tx) =>
      service.create(tx, context.actor(), item, files),
    )
  }),
  update: os.glovebox.update.handler(async ({ input: { id, glovebox_item: item }, context }) => {
    const files = await filesOf(item)
    return context.write({ ...item, id, [FILES]: [files.destroyed, files.fingerprint] }, (tx, precondition) =>
      service.update(tx, context.actor(), id.toLowerCase(), item, files, precondition),
    )
  }),
  destroy: os.glovebox.destroy.handler(({ input, context }) =>
    context.write(input, (tx, precondition) =>
      service.destroy(tx, context.actor(), input.id.toLowerCase(), precondition),
    ),
  ),
  putFile: os.glovebox.putFile.handler(({ input: { id, file }, context }) =>
    takeFile(context, ports, { kind: 'glovebox', maySend: mayUploadDocument, id, file }),
  ),
  putPart: os.glovebox.putPart.handler(({ input: { id, file, offset }, context }) =>
    takePart(context, ports, { kind: 'glovebox', maySend: mayUploadDocument, id, file, offset }),
  ),
  getFile: os.glovebox.getFile.handler(({ input, context }) =>
    openFile(context, ports, 'glovebox', input.id),
  ),
})
