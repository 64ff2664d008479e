import type { FileType } from '#contract/core/documents.ts'

/** Bytes at the end in which a PDF must have its end mark. */
const PDF_TAIL = 1024
/** Starts of content that must not follow the end of an image or PDF: archives, programs, pages. */
const FOREIGN = /PK[^ -~]{2}|%PDF-|<!doctype|<html|<script|<svg|<\?(php|xml)|Rar!|MZ[^ -~]/i

/**
 * Detects the file type by its first bytes, never by its name: JPEG, PNG or PDF, else null (GLV-006, MHX-017).
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
 * Returns whether a file has the start and end of its type, and no foreign content after the end (S-19). Checked before
 * a file is queued, so that it is not rejected hours later (OFF-021); the server also decodes images.
 */
export function isCompleteFile(type: FileType, bytes: Uint8Array): boolean {
  return fileContentError(type, bytes) === null
}

/** Returns why content is rejected: 'file_active', a PDF with a program or an embedded file; 'file_type' otherwise. */
export function fileContentError(type: FileType, bytes: Uint8Array): 'file_type' | 'file_active' | null {
  if (sniffFileType(bytes) !== type) return 'file_type'
  const end = endOf(type, bytes)
  if (end < 0 || FOREIGN.test(new TextDecoder('latin1').decode(bytes.subarray(end)))) return 'file_type'
  return type === 'application/pdf' && hasActiveContent(bytes) ? 'file_active' : null
}

/** Pages and scripts that a browser or mail program would run if it misinterpreted the file. */
const PAGE = /<!doctype\s+html|<(?:html|script|iframe|svg|object|embed)[\s>/]/i
/** Actions that run when a PDF is opened, and embedded files. Links, forms and signatures are allowed. */
const ACTIONS =
  /\/(?:JavaScript|JS|Launch|EmbeddedFile|EmbeddedFiles|RichMedia|SubmitForm|ImportData|GoToE)[\s(<[/>]/
/** Stream content is skipped: compressed images and text may contain any bytes by chance. */
const STREAM_END = 'endstream'
/** Outside strings: a comment, the start of a string, or the start of a stream, which follows a dictionary. */
const TOKEN = /%[^\r\n]*|\(|>>[\0\t\n\f\r ]*stream(?:\r\n?|\n)/g
/** Inside a string, which may contain pairs of parentheses. */
const STRING_TOKEN = /\\[\s\S]|[()]/g

/** Returns whether a PDF contains a page, a script, an automatic action or another file, outside its streams. */
function hasActiveContent(bytes: Uint8Array): boolean {
  const outside = withoutStreams(new TextDecoder('latin1').decode(bytes))
  // Names may contain hex escapes: '/J#61vaScript'.
  const plain = outside.replaceAll(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return PAGE.test(outside) || ACTIONS.test(plain)
}

/**
 * Returns a PDF without the content of its streams, in linear time. The words in a comment, string or name are no
 * stream, so that they hide nothing.
 */
function withoutStreams(text: string): string {
  let outside = ''
  let [checkedFrom, at, depth] = [0, 0, 0]
  for (;;) {
    const pattern = depth === 0 ? TOKEN : STRING_TOKEN
    pattern.lastIndex = at
    const token = pattern.exec(text)?.[0]
    if (token === undefined) break
    at = pattern.lastIndex
    if (token === '(') depth++
    else if (token === ')') depth--
    else if (token.startsWith('>>')) {
      const end = text.indexOf(STREAM_END, at)
      // A stream without an end is checked completely.
      if (end < 0) break
      outside += text.slice(checkedFrom, at)
      checkedFrom = at = end + STREAM_END.length
    }
  }
  return outside + text.slice(checkedFrom)
}

/** Position of the end of the file content; -1 if it has no end. */
function endOf(type: FileType, bytes: Uint8Array): number {
  if (type === 'image/jpeg') return behind(bytes, [0xff, 0xd9])
  if (type === 'image/png') {
    // Name and checksum of the last chunk.
    const end = behind(bytes, [0x49, 0x45, 0x4e, 0x44]) + 4
    return end === bytes.length ? end : -1
  }
  const end = behind(bytes, [0x25, 0x25, 0x45, 0x4f, 0x46])
  return end >= bytes.length - PDF_TAIL ? end : -1
}

/** Position after the last occurrence of a mark; -1 if there is none. */
function behind(bytes: Uint8Array, mark: readonly number[]): number {
  for (let at = bytes.length - mark.length; at >= 0; at--)
    if (mark.every((byte, i) => bytes[at + i] === byte)) return at + mark.length
  return -1
}
