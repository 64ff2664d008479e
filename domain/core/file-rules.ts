import { sniffFileType } from './file-content.ts'

/** Allowed file extensions: jpeg, jpg, png, pdf. */
const FILE_ENDINGS = /\.(jpe?g|png|pdf)$/i

/** Codes by field path, as in a problem body: { 'vehicle_services.0.position': ['position'] }. Empty: valid. */
export type FieldCodes = Record<string, string[]>

/** Adds a code to a path. */
export function addCode(codes: FieldCodes, path: string, code: string): void {
  codes[path] = [...(codes[path] ?? []), code]
}

/**
 * Checks whether a chosen file may be attached.
 * @param maxBytes DOCUMENT_MAX_BYTES or INVOICE_MAX_BYTES
 * @returns 'file_type' (MHX-017, GLV-006), 'file_size' (MHX-018, GLV-008), or null if valid
 */
export function checkChosenFile(
  file: { name: string; size: number; head: Uint8Array },
  maxBytes: number,
): 'file_type' | 'file_size' | null {
  if (!FILE_ENDINGS.test(file.name) || sniffFileType(file.head) === null) return 'file_type'
  return file.size < 1 || file.size > maxBytes ? 'file_size' : null
}

/**
 * Checks the complete file list of an entry: existing and new files, in order.
 * @returns 'max_files' (MHX-019), 'duplicate_file' (MHX-021), 'file_type' (an extension that is not allowed), or null
 */
export function checkFileList(
  fileNames: readonly string[],
  maxCount: number,
): 'max_files' | 'duplicate_file' | 'file_type' | null {
  if (fileNames.length > maxCount) return 'max_files'
  const names = fileNames.map((name) => name.normalize('NFC').toLowerCase())
  if (new Set(names).size < names.length) return 'duplicate_file'
  return names.every((name) => FILE_ENDINGS.test(name)) ? null : 'file_type'
}
