import { FILE_ENDINGS, type FileType } from './documents.ts'

/** Codes per field path, as in a problem body: { 'vehicle_services.0.position': ['position'] }. Empty: nothing is wrong. */
export type FieldCodes = Record<string, string[]>

/** Adds a code to a path. */
export function addCode(codes: FieldCodes, path: string, code: string): void {
  codes[path] = [...(codes[path] ?? []), code]
}

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
 * Whether a file that somebody chose may be attached.
 * @param maxBytes DOCUMENT_MAX_BYTES or INVOICE_MAX_BYTES
 * @returns 'file_type' (MHX-017, GLV-006), 'file_size' (MHX-018, GLV-008), or null when it may
 */
export function checkChosenFile(
  file: { name: string; size: number; head: Uint8Array },
  maxBytes: number,
): 'file_type' | 'file_size' | null {
  if (!FILE_ENDINGS.test(file.name) || sniffFileType(file.head) === null) return 'file_type'
  return file.size < 1 || file.size > maxBytes ? 'file_size' : null
}

/**
 * Rules on the files of one entry as it will be: kept and new ones, in order (MHX-019, MHX-021).
 * @returns 'max_files', 'duplicate_file', or null
 */
export function checkFileList(
  fileNames: readonly string[],
  maxCount: number,
): 'max_files' | 'duplicate_file' | null {
  if (fileNames.length > maxCount) return 'max_files'
  const names = fileNames.map((name) => name.normalize('NFC').toLowerCase())
  return new Set(names).size < names.length ? 'duplicate_file' : null
}
