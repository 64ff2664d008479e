import type { FileType } from '#contract/core/documents.ts'

/** What a file is by its first bytes; its name and the type that the browser reports are not asked. */
export type FileKind = FileType | 'image/heic'

/** Tells the kind of a file by its magic bytes, or undefined for whatever is not taken (GLV-006, MHX-017). */
export function kindOfFile(bytes: ArrayBuffer): FileKind | undefined {
  const head = new Uint8Array(bytes.slice(0, 1024))
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  const text = String.fromCharCode(...head)
  if (text.startsWith('%PDF-')) return 'application/pdf'
  // ISO base media: size, 'ftyp', brand. Phones call it HEIC or HEIF; AVIF and videos have other brands.
  if (text.slice(4, 8) === 'ftyp' && /^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(text.slice(8, 12)))
    return 'image/heic'
  return undefined
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte)
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
  if (fits.test(plain) && plain.length <= 255) return plain
  const stem = plain.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 240) || 'file'
  return `${stem}${standard}`
}
