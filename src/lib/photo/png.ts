/** Chunks needed to render a picture; all others are metadata. */
const drawn = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
])
const signatureBytes = 8

/** Removes a PNG's metadata chunks (EXIF with location, texts, times); the picture is unchanged. */
export function withoutPngMetadata(bytes: ArrayBuffer): ArrayBuffer {
  const view = new DataView(bytes)
  const chunks: ArrayBuffer[] = [bytes.slice(0, signatureBytes)]
  for (let at = signatureBytes; at + 12 <= bytes.byteLength; ) {
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.byteLength) break
    const name = String.fromCharCode(...new Uint8Array(bytes, at + 4, 4))
    if (drawn.has(name)) chunks.push(bytes.slice(at, end))
    at = end
  }
  return joined(chunks)
}

/** Returns width and height from the header, or undefined if there is none. */
export function pngSize(bytes: ArrayBuffer): { width: number; height: number } | undefined {
  if (bytes.byteLength < 24) return undefined
  const view = new DataView(bytes)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

function joined(parts: readonly ArrayBuffer[]): ArrayBuffer {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    whole.set(new Uint8Array(part), at)
    at += part.byteLength
  }
  return whole.buffer
}
