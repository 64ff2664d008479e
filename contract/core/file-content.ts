import type { FileType } from './documents.ts'

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
  if (sniffFileType(bytes) !== type) return false
  const end = endOf(type, bytes)
  return end >= 0 && !FOREIGN.test(new TextDecoder('latin1').decode(bytes.subarray(end)))
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
