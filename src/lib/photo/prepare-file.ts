import type { FileType } from '#contract/core/documents.ts'
import { fileContentError } from '#domain/core/file-content.ts'
import { MAX_SIDE_PX } from './encode-photo.ts'
import { kindOfFile, nameFor } from './file-kind.ts'
import { pngSize, withoutPngMetadata } from './png.ts'
import { shrinkPhoto } from './shrink-photo.ts'

/** A file ready to send: validated, with photos upright, resized and without location. */
export interface PreparedFile {
  file_name: string
  content_type: FileType
  byte_size: number
  /** Of the bytes below, as 64 lower-case hex digits. */
  sha256: string
  bytes: ArrayBuffer
}

/** Why a file is rejected; the key of its text in `fields.json`. */
export type FileProblem =
  | 'file_type'
  | 'file_active'
  | 'file_size'
  | 'file_empty'
  | 'file_heic'
  | 'file_unreadable'

export type FileOutcome = { ok: true; file: PreparedFile } | { ok: false; problem: FileProblem }

/** A PNG up to this size and within the longest side counts as a screenshot and stays a PNG. */
const SMALL_PNG_BYTES = 1_500_000
/** Larger than any phone photo; decoding more can crash the tab. */
const DECODABLE_BYTES = 60_000_000

/**
 * Prepares a chosen or photographed file for storing and sending.
 * @param maxBytes limit for sending; photos are resized below it, PDFs above it are rejected
 */
export async function prepareFile(chosen: File, maxBytes: number): Promise<FileOutcome> {
  let original: ArrayBuffer
  try {
    // Read at once: a reference to a file can become stale (docs/offline.md row 12).
    original = await chosen.arrayBuffer()
  } catch {
    return { ok: false, problem: 'file_unreadable' }
  }
  if (original.byteLength === 0) return { ok: false, problem: 'file_empty' }
  const kind = kindOfFile(original)
  if (!kind) return { ok: false, problem: 'file_type' }
  if (kind === 'application/pdf') {
    const fault = fileContentError(kind, new Uint8Array(original))
    if (!fault) return finish(chosen.name, kind, original, maxBytes)
    return { ok: false, problem: fault === 'file_active' ? fault : 'file_unreadable' }
  }
  if (kind === 'image/png' && isSmallPng(original, maxBytes)) {
    const plain = withoutPngMetadata(original)
    if (!fileContentError(kind, new Uint8Array(plain))) return finish(chosen.name, kind, plain, maxBytes)
  }
  if (original.byteLength > DECODABLE_BYTES) return { ok: false, problem: 'file_size' }
  try {
    return await finish(chosen.name, 'image/jpeg', await shrinkPhoto(original, maxBytes), maxBytes)
  } catch {
    if (kind === 'image/heic') return { ok: false, problem: 'file_heic' }
    return { ok: false, problem: original.byteLength > maxBytes ? 'file_size' : 'file_unreadable' }
  }
}

function isSmallPng(bytes: ArrayBuffer, maxBytes: number): boolean {
  const size = pngSize(bytes)
  if (!size || bytes.byteLength > Math.min(maxBytes, SMALL_PNG_BYTES)) return false
  return Math.max(size.width, size.height) <= MAX_SIDE_PX
}

async function finish(
  name: string,
  content_type: FileType,
  bytes: ArrayBuffer,
  maxBytes: number,
): Promise<FileOutcome> {
  if (bytes.byteLength > maxBytes) return { ok: false, problem: 'file_size' }
  const file_name = nameFor(name, content_type)
  const sha256 = await sha256Hex(bytes)
  return { ok: true, file: { file_name, content_type, byte_size: bytes.byteLength, sha256, bytes } }
}

async function sha256Hex(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
