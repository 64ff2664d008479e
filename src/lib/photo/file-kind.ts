import type { FileType } from '#contract/core/documents.ts'
import { sniffFileType } from '#domain/core/file-content.ts'
import { FILE_NAME_MAX } from '#domain/core/limits.ts'

/** The type of a file by its first bytes, ignoring its name and the browser's type. */
export type FileKind = FileType | 'image/heic'

/** Detects a file's type by its first bytes; undefined for types that are not accepted (GLV-006, MHX-017). */
export function kindOfFile(bytes: ArrayBuffer): FileKind | undefined {
  const head = new Uint8Array(bytes.slice(0, 16))
  return sniffFileType(head) ?? (isHeic(head) ? 'image/heic' : undefined)
}

/** ISO base media: size, 'ftyp', brand. Phones use these brands; AVIF and videos use others. */
function isHeic(head: Uint8Array): boolean {
  return /^ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)/.test(String.fromCharCode(...head.slice(4, 12)))
}

const endings: Record<FileType, { standard: string; fits: RegExp }> = {
  'image/jpeg': { standard: '.jpg', fits: /\.jpe?g$/i },
  'image/png': { standard: '.png', fits: /\.png$/i },
  'application/pdf': { standard: '.pdf', fits: /\.pdf$/i },
}

/**
 * Changes a file name's extension to match the type: 'scan.heic' converted to JPEG becomes 'scan.jpg'. Removes what the
 * contract does not allow.
 */
export function nameFor(name: string, type: FileType): string {
  const visible = name.replace(/\p{Cf}+/gu, '')
  const plain = visible.replace(/[\p{Cc}\p{Cs}\u2028\u2029/\\]+/gu, ' ').trim()
  const { standard, fits } = endings[type]
  if (fits.test(plain) && plain.length <= FILE_NAME_MAX) return plain
  const stem = plain.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 240)
  // The cut may have halved a character.
  return `${stem.replace(/\p{Cs}$/u, '') || 'file'}${standard}`
}
