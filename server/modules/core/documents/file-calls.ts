import type { CallContext } from '#server/http/calls/call-context.ts'
import { Problem } from '#server/problem.ts'
import { type DocumentKind, newUpload } from './document.ts'
import type { DocumentsService } from './documents.service.ts'
import type { MaySend } from './may-send.ts'

/** A file, or a part of one, that a call sends for a document. */
export interface FileCall {
  kind: DocumentKind
  id: string
  file: Blob | undefined
  maySend: MaySend
}

/**
 * The one way in for files of both kinds: verify what came, then store it and say so in one transaction. A call without
 * bytes takes what came in parts before.
 */
export async function takeFile(context: CallContext, documents: DocumentsService, call: FileCall) {
  const { kind, maySend } = call
  const id = call.id.toLowerCase()
  const party = context.party()
  const inOne = await bytesOf(call.file)
  const expected = await context.read((tx) => documents.expected(tx, party, kind, id))
  const seen = expected !== undefined && !expected.is_gone ? expected : null
  const inParts = inOne.length === 0 && seen ? await documents.parts.whole(seen, party) : null
  const sent = inOne.length > 0 ? inOne : inParts
  if (seen && sent) {
    try {
      await documents.verify(seen, {
        bytes: sent,
        contentType: context.request.headers['content-type'],
        reprDigest: headerOf(context, 'repr-digest'),
      })
    } catch (error) {
      // What is wrong as a whole gets no better by more parts.
      if (inParts && error instanceof Problem) await documents.parts.forget(seen, party)
      throw error
    }
  }
  const upload = sent && newUpload(sent)
  const taken = await context.write({ id }, async (tx) => {
    if (upload) upload.isRecorded = false
    return {
      body: await documents.take(tx, party, kind, id, maySend, seen ? (upload ?? 'parts missing') : 'unseen'),
    }
  })
  if (inParts && seen) await documents.parts.forget(seen, party)
  return taken
}

/** Keeps a part until its file is whole. Takes no part in exactly-once: the same part twice is the same as once. */
export async function takePart(
  context: CallContext,
  documents: DocumentsService,
  { kind, id, file, maySend, offset }: FileCall & { offset: number },
) {
  const part = { offset, bytes: await bytesOf(file), contentDigest: headerOf(context, 'content-digest') }
  return context.read((tx) =>
    documents.parts.keep(tx, context.party(), kind, id.toLowerCase(), maySend, part),
  )
}

const bytesOf = async (file: Blob | undefined) =>
  file ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()

function headerOf({ request }: CallContext, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** The one way out: bytes with headers that keep them from running anything, whatever is in them (S-19). */
export async function openFile(
  context: CallContext,
  documents: DocumentsService,
  kind: DocumentKind,
  id: string,
) {
  const document = await context.read((tx) => documents.stored(tx, context.party(), kind, id.toLowerCase()))
  const bytes = await documents.bytes(document)
  const shown = document.content_type === 'application/pdf' ? 'attachment' : 'inline'
  return {
    headers: {
      'content-type': document.content_type,
      'content-disposition': `${shown}; ${fileNameParameters(document.file_name)}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      etag: `"${document.sha256}"`,
    },
    body: new Blob([Buffer.from(bytes)], { type: document.content_type }),
  }
}

/** Name for old and new browsers (RFC 6266); whatever people called a file, no header can break out of it. */
function fileNameParameters(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9 ._()-]/g, '_')
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${exact}`
}
