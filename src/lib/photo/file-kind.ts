import type { FileType } from '#contract/core/documents.ts'
import { sniffFileType } from '#domain/core/file-content.ts'
import { FILE_NAME_MAX } from '#domain/core/limits.ts'

/** What a file is by its first bytes; its name and the type that the browser reports are not asked. */
export type FileKind = FileType | 'image/heic'

/** Tells the kind of a file by its first bytes, or undefined for whatever is not taken (GLV-006, MHX-017). */
export function kindOfFile(bytes: ArrayBuffer): FileKind | undefined {
  const head = new Uint8Array(bytes.slice(0, 16))
  return sniffFileType(head) ?? (isHeic(head) ? 'image/heic' : undefined)
}

/** ISO base media: size, 'ftyp', brand. Phones write these brands; AVIF and videos have others. */
function isHeic(head: Uint8Array): boolean {
  return /^ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)/.test(String.fromCharCode(...head.slice(4, 12)))
}

const endings: Record<FileType, { standard: string; fits: RegExp }> = {
  'image/jpeg': { standard: '.jpg', fits: /\.jpe?g$/i },
  'image/png': { standard: '.png', fits: /\.png$/i },
  'application/pdf': { standard: '.pdf', fits: /\.pdf$/i },
}

/** Gives a name the ending of what the file really is now: 'scan.heic' turned into a JPEG is 'scan.jpg'. */
export function nameFor(name: string, type: FileType): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the contract refuses names with them.
  const plain = name.replace(/[\u0000-\u001f/\\]+/g, ' ').trim()
  const { standard, fits } = endings[type]
  if (fits.test(plain) && plain.length <= FILE_NAME_MAX) return plain
  const stem = plain.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 240) || 'file'
  return `${stem}${standard}`
}
