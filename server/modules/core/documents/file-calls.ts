import { createHash } from 'node:crypto'
import type { CallContext } from '#server/http/calls/call-context.ts'
import { Problem } from '#server/problem.ts'
import { type DocumentKind, newUpload } from './document.ts'
import { documentsRepository } from './documents.repository.ts'
import {
  type DocumentPorts,
  getStoredDocument,
  readFileBytes,
  storeFile,
  verifyFile,
} from './documents.service.ts'
import type { MaySend } from './may-send.ts'
import { joinParts, storePart } from './parts.ts'
import { uploadPartsRepository } from './upload-parts.repository.ts'

/** A file, or a part of one, that a call sends for a document. */
interface FileCall {
  kind: DocumentKind
  id: string
  file: Blob | undefined
  maySend: MaySend
}

/**
 * Takes a file for a document: verifies the bytes, then stores them and their row in one write. A call without bytes uses
 * the parts that were sent before.
 */
export async function takeFile(context: CallContext, ports: DocumentPorts, call: FileCall) {
  const party = context.party()
  const target = { ...call, id: call.id.toLowerCase() }
  const inOne = await bytesOf(call.file)
  const expected = await context.read((tx) => documentsRepository.find(tx, party, target.kind, target.id))
  const document = expected !== undefined && !expected.is_gone ? expected : null
  const upload = document && { document, party }
  const inParts = inOne.length === 0 && upload ? await context.read((tx) => joinParts(tx, upload)) : null
  const bytes = inOne.length > 0 ? inOne : inParts
  if (document && bytes) {
    const contentType = context.request.headers['content-type']
    try {
      await verifyFile(document, { bytes, contentType, reprDigest: headerOf(context, 'repr-digest') })
    } catch (error) {
      // More parts cannot repair a file that is wrong as a whole.
      if (inParts && error instanceof Problem)
        await context.read((tx) => uploadPartsRepository.remove(tx, { document, party }))
      throw error
    }
  }
  const sound = bytes && newUpload(bytes)
  return context.write({ id: target.id }, async (tx) => {
    if (sound) sound.isRecorded = false
    const sent = document ? (sound ?? 'parts missing') : 'unseen'
    // While the file store took the bytes, the party may have lost a right.
    const body = await storeFile({ tx, ports }, context.party(), target, sent)
    if (inParts && upload) await uploadPartsRepository.remove(tx, upload)
    return { body }
  })
}

/** Stores a part of a file. Needs no idempotency key, because a repeated part has no effect. */
export async function takePart(
  context: CallContext,
  ports: DocumentPorts,
  { file, offset, ...call }: FileCall & { offset: number },
) {
  const target = { ...call, id: call.id.toLowerCase() }
  const part = { offset, bytes: await bytesOf(file), contentDigest: headerOf(context, 'content-digest') }
  return context.read((tx) => storePart({ tx, ports }, context.party(), target, part))
}

const bytesOf = async (file: Blob | undefined) =>
  file ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()

function headerOf({ request }: CallContext, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Returns the bytes of a document, with headers that prevent active content from running (S-19). */
export async function openFile(context: CallContext, ports: DocumentPorts, kind: DocumentKind, id: string) {
  const document = await context.read((tx) => getStoredDocument(tx, context.party(), kind, id.toLowerCase()))
  const bytes = await readFileBytes(ports.files, document)
  const shown = document.content_type === 'application/pdf' ? 'attachment' : 'inline'
  return {
    headers: {
      'content-type': document.content_type,
      'content-disposition': `${shown}; ${fileNameParameters(document.file_name)}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      etag: `"${document.sha256}"`,
      // Not the announced digest: pictures are stored without their metadata.
      'repr-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
    },
    body: new Blob([Buffer.from(bytes)], { type: document.content_type }),
  }
}

/** File name for old and new browsers (RFC 6266), escaped so that it cannot add headers. */
function fileNameParameters(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9 ._()-]/g, '_')
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${exact}`
}
