import type { GloveboxItemInput } from '#contract/vehicles/glovebox.ts'
import { DOCUMENT_MAX_BYTES } from '#domain/core/limits.ts'
import { os } from '#server/http/calls/implementer.ts'
import { readAttributes } from '../../core/documents/attributes.ts'
import type { DocumentPorts } from '../../core/documents/documents.service.ts'
import { openFile, takeFile, takePart } from '../../core/documents/file-calls.ts'
import {
  createGloveboxItem,
  deleteGloveboxItem,
  listGlovebox,
  mayUploadDocument,
  updateGloveboxItem,
} from './glovebox.service.ts'

const FILES = 'glovebox_documents_attributes'
const filesOf = (item: GloveboxItemInput) =>
  readAttributes(item[FILES], `glovebox_item.${FILES}`, DOCUMENT_MAX_BYTES)

export const gloveboxRoutes = (ports: DocumentPorts) => ({
  list: os.glovebox.list.handler(({ input, context }) =>
    context.read((tx) => listGlovebox(context.useCase(tx), input.vehicleId)),
  ),
  create: os.glovebox.create.handler(async ({ input: { glovebox_item: item }, context }) => {
    const files = await filesOf(item)
    return context.write({ ...item, [FILES]: files.fingerprint }, (tx) =>
      createGloveboxItem({ ...context.useCase(tx), ports }, item, files),
    )
  }),
  update: os.glovebox.update.handler(async ({ input: { id, glovebox_item: item }, context }) => {
    const files = await filesOf(item)
    return context.write({ ...item, id, [FILES]: [files.destroyed, files.fingerprint] }, (tx, precondition) =>
      updateGloveboxItem({ ...context.useCase(tx), ports }, id.toLowerCase(), item, files, precondition),
    )
  }),
  destroy: os.glovebox.destroy.handler(({ input, context }) =>
    context.write(input, (tx, precondition) =>
      deleteGloveboxItem(context.useCase(tx), input.id.toLowerCase(), precondition),
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
