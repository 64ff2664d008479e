import { crc32 } from 'node:zlib'
import type { FileType } from '#contract/core/documents.ts'

/**
 * Removes the metadata of a camera (place, time, device, comments) from a JPEG or PNG without changing its pixels. Keeps
 * the orientation, so that the picture is shown upright, and color profiles. Returns other files, and pictures with an
 * unexpected structure, unchanged.
 */
export function withoutMetadata(type: FileType, bytes: Uint8Array): Uint8Array {
  if (type === 'image/jpeg') return cleanJpeg(bytes) ?? bytes
  if (type === 'image/png') return cleanPng(bytes) ?? bytes
  return bytes
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** APP1 (Exif, XMP), APP3 to APP13 (maker notes, IPTC) and comments; APP0, ICC and Adobe's color marker stay. */
const isJpegMetadata = (marker: number, segment: Uint8Array) =>
  marker === 0xe1 ||
  (marker >= 0xe3 && marker <= 0xed) ||
  marker === 0xef ||
  marker === 0xfe ||
  // APP2 is the color profile, or previews and other pictures of the same file.
  (marker === 0xe2 && latin(segment.subarray(4, 15)) !== 'ICC_PROFILE')

function cleanJpeg(bytes: Uint8Array): Uint8Array | null {
  const view = viewOf(bytes)
  const parts: Uint8Array[] = [bytes.subarray(0, 2)]
  let orientation = 1
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    // Fill bytes before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    // Start of the first scan: from here on there is only the picture's data.
    if (marker === 0xda) break
    const length = view.getUint16(at + 2)
    if (length < 2 || at + 2 + length > bytes.length) return null
    const segment = bytes.subarray(at, at + 2 + length)
    if (marker === 0xe1 && latin(segment.subarray(4, 10)) === 'Exif\0\0')
      orientation = orientationOf(segment.subarray(10)) ?? orientation
    if (!isJpegMetadata(marker, segment)) parts.push(segment)
    at += 2 + length
  }
  const end = endOfPicture(bytes, at)
  if (end === null) return null
  const upright = orientation === 1 ? [] : [jpegSegmentOf(orientation)]
  // Phones append previews and other pictures, with Exif of their own, after the end of the picture.
  return Buffer.concat([...parts.slice(0, 1), ...upright, ...parts.slice(1), bytes.subarray(at, end)])
}

/** Position after the end-of-image marker; `at` is the first start-of-scan. Null: there is none. */
function endOfPicture(bytes: Uint8Array, at: number): number | null {
  const view = viewOf(bytes)
  for (let i = at; i + 1 < bytes.length; ) {
    const marker = bytes[i + 1] ?? 0
    // Within a scan, 0xff precedes a zero, a restart marker or a fill byte.
    const isData = bytes[i] !== 0xff || marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)
    if (isData) i += 1
    else if (marker === 0xd9) return i + 2
    else if (i + 4 > bytes.length) return null
    else i += 2 + view.getUint16(i + 2)
  }
  return null
}

const SIGNATURE = 8
const PNG_METADATA = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME', 'dSIG'])

function cleanPng(bytes: Uint8Array): Uint8Array | null {
  const view = viewOf(bytes)
  const parts: Uint8Array[] = [bytes.subarray(0, SIGNATURE)]
  let at = SIGNATURE
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at)
    const end = at + 12 + length
    if (end > bytes.length) return null
    const name = latin(bytes.subarray(at + 4, at + 8))
    const upright =
      name === 'eXIf' ? pngChunkOf(orientationOf(bytes.subarray(at + 8, at + 8 + length))) : null
    if (upright) parts.push(upright)
    else if (!PNG_METADATA.has(name)) parts.push(bytes.subarray(at, end))
    at = end
  }
  return at === bytes.length ? Buffer.concat(parts) : null
}

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

/** Orientation in the first directory of Exif; null: none. */
function orientationOf(tiff: Uint8Array): number | null {
  if (tiff.length < 14) return null
  const view = viewOf(tiff)
  const isLittle = latin(tiff.subarray(0, 2)) === 'II'
  const first = view.getUint32(4, isLittle)
  if (first + 2 > tiff.length) return null
  const count = view.getUint16(first, isLittle)
  for (let i = 0; i < count; i++) {
    const entry = first + 2 + i * 12
    if (entry + 12 > tiff.length) return null
    if (view.getUint16(entry, isLittle) === 0x0112) {
      const value = view.getUint16(entry + 8, isLittle)
      return value >= 1 && value <= 8 ? value : null
    }
  }
  return null
}

/** Returns Exif data with the orientation only. */
function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM', 'latin1')
  tiff.writeUInt16BE(42, 2)
  // One directory after the header, with one entry: the orientation, a number of two bytes.
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(0x0112, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

/** Returns a JPEG segment with the orientation. */
function jpegSegmentOf(orientation: number): Uint8Array {
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifOf(orientation)])
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, body.length + 2]), body])
}

/** Returns a PNG chunk with the orientation; null if the picture is upright without it. */
function pngChunkOf(orientation: number | null): Uint8Array | null {
  if (orientation === null || orientation === 1) return null
  const named = Buffer.concat([Buffer.from('eXIf', 'latin1'), exifOf(orientation)])
  const chunk = Buffer.alloc(named.length + 8)
  chunk.writeUInt32BE(named.length - 4)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), named.length + 4)
  return chunk
}
