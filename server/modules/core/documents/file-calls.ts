import type { CallContext } from '#server/http/call-context.ts'
import { Problem } from '#server/problem.ts'
import type { DocumentKind } from './document.ts'
import type { DocumentsService, MaySend } from './documents.service.ts'

/** The one way in for files of both kinds: verify what came, then store it and say so in one transaction. */
export async function takeFile(
  context: CallContext,
  documents: DocumentsService,
  call: { kind: DocumentKind; id: string; file: Blob | undefined; maySend: MaySend },
) {
  const { kind, file, maySend } = call
  const id = call.id.toLowerCase()
  if (!file) throw new Problem('validation', { fields: { file: ['required'] } })
  const actor = context.actor()
  const bytes = new Uint8Array(await file.arrayBuffer())
  const expected = await context.read((tx) => documents.expected(tx, actor, kind, id))
  const canBeTaken = expected !== undefined && !expected.is_gone
  if (canBeTaken) {
    const reprDigest = context.request.headers['repr-digest']
    await documents.verify(expected, {
      bytes,
      contentType: context.request.headers['content-type'],
      reprDigest: Array.isArray(reprDigest) ? reprDigest[0] : reprDigest,
    })
  }
  return context.write({ id }, async (tx) => ({
    body: await documents.take(tx, actor, kind, id, maySend, canBeTaken ? bytes : null),
  }))
}

/** The one way out: bytes with headers that keep them from running anything, whatever is in them (S-19). */
export async function openFile(
  context: CallContext,
  documents: DocumentsService,
  kind: DocumentKind,
  id: string,
) {
  const document = await context.read((tx) => documents.stored(tx, context.actor(), kind, id.toLowerCase()))
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
