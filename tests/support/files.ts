import { createHash, randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'

/** Returns a small valid PDF; another text gives other bytes. */
export function aPdf(text = 'Invoice'): Buffer<ArrayBuffer> {
  const content = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj
% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`
  return Buffer.from(content) as Buffer<ArrayBuffer>
}

/** Returns a PDF of exactly `byteSize` bytes. */
export function aPdfOf(byteSize: number): Buffer<ArrayBuffer> {
  const least = aPdf('').length
  return aPdf('x'.repeat(byteSize - least))
}

/** Returns what passes as a PDF and contains random bytes. */
export const aRandomPdf = (byteSize: number) =>
  Buffer.concat([
    Buffer.from('%PDF-1.4\n<<>>stream\n'),
    randomBytes(byteSize),
    Buffer.from('\nendstream\n%%EOF\n'),
  ])

const picture = (hue: number) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r: hue, g: 120, b: 80 } } })

export const aJpeg = async (hue = 90) => Buffer.from(await picture(hue).jpeg().toBuffer())
export const aPng = async (hue = 90) => Buffer.from(await picture(hue).png().toBuffer())
export const aGif = async (hue = 90) => Buffer.from(await picture(hue).gif().toBuffer())

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
export const reprDigestOf = (bytes: Uint8Array) =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`

/** Returns the manifest line of a file, as the app announces it. */
export function manifestOf(
  bytes: Uint8Array,
  given: { id?: string; file_name?: string; content_type?: string } = {},
) {
  return {
    id: given.id ?? randomUUID(),
    file_name: given.file_name ?? 'invoice.pdf',
    content_type: given.content_type ?? 'application/pdf',
    byte_size: bytes.length,
    sha256: sha256Of(bytes),
  }
}

/** Headers of the call that sends a file. */
export const fileHeaders = (bytes: Uint8Array, contentType = 'application/pdf') => ({
  'content-type': contentType,
  'repr-digest': reprDigestOf(bytes),
})
