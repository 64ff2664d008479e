import type { FileType } from '#contract/core/documents.ts'

/** Bytes at the end in which a PDF says that it is over. */
const PDF_TAIL = 1024
/** Starts of what must not hang behind the end of a picture or a PDF: archives, programs, pages. */
const FOREIGN = /PK[^ -~]{2}|%PDF-|<!doctype|<html|<script|<svg|<\?(php|xml)|Rar!|MZ[^ -~]/i

/**
 * What a file is by its first bytes, never by its name: JPEG, PNG or PDF, else null (GLV-006, MHX-017).
 * @param head the first 16 bytes or more
 */
export function sniffFileType(head: Uint8Array): FileType | null {
  const starts = (...bytes: number[]) => bytes.every((byte, i) => head[i] === byte)
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf'
  return null
}

/**
 * Whether a file begins as its type does, has that type's end, and carries nothing of another kind behind it (S-19).
 * What a phone queues passes this first, so that it is not refused hours later (OFF-021); the server also decodes pictures.
 */
export function isCompleteFile(type: FileType, bytes: Uint8Array): boolean {
  return fileContentError(type, bytes) === null
}

/** Why a file is refused by its content: 'file_active', a PDF that carries a program or another file; 'file_type', else. */
export function fileContentError(type: FileType, bytes: Uint8Array): 'file_type' | 'file_active' | null {
  if (sniffFileType(bytes) !== type) return 'file_type'
  const end = endOf(type, bytes)
  if (end < 0 || FOREIGN.test(new TextDecoder('latin1').decode(bytes.subarray(end)))) return 'file_type'
  return type === 'application/pdf' && hasActiveContent(bytes) ? 'file_active' : null
}

/** Pages and programs that a browser or mail program would run if the file were taken for one. */
const PAGE = /<!doctype\s+html|<(?:html|script|iframe|svg|object|embed)[\s>/]/i
/** What acts on its own when a PDF is opened, or is a file within. Links, forms and signatures pass. */
const ACTIONS =
  /\/(?:JavaScript|JS|Launch|EmbeddedFile|EmbeddedFiles|RichMedia|SubmitForm|ImportData|GoToE)[\s(<[/>]/
/** Content of streams: compressed pictures and text, in which any bytes may stand by chance. */
const STREAM_END = 'endstream'

/** Whether a PDF carries a page, a script, an action that runs by itself, or another file, outside of its streams. */
function hasActiveContent(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes)
  let outside = ''
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('stream', at)
    const end = start < 0 ? -1 : text.indexOf(STREAM_END, start)
    // A stream that never ends is no stream: all of it is looked at.
    outside += end < 0 ? text.slice(at) : text.slice(at, start)
    if (end < 0) break
    at = end + STREAM_END.length
  }
  // Names may be written with hex digits: '/J#61vaScript'.
  const plain = outside.replaceAll(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return PAGE.test(outside) || ACTIONS.test(plain)
}

/** Where the file itself ends; -1 where it does not. */
function endOf(type: FileType, bytes: Uint8Array): number {
  if (type === 'image/jpeg') return behind(bytes, [0xff, 0xd9])
  if (type === 'image/png') {
    // Name and checksum of the last chunk; nothing writes behind it.
    const end = behind(bytes, [0x49, 0x45, 0x4e, 0x44]) + 4
    return end === bytes.length ? end : -1
  }
  const end = behind(bytes, [0x25, 0x25, 0x45, 0x4f, 0x46])
  return end >= bytes.length - PDF_TAIL ? end : -1
}

/** Position behind the last occurrence of a mark; -1 where there is none. */
function behind(bytes: Uint8Array, mark: readonly number[]): number {
  for (let at = bytes.length - mark.length; at >= 0; at--)
    if (mark.every((byte, i) => bytes[at + i] === byte)) return at + mark.length
  return -1
}
