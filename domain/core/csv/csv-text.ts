/** Encoding of a text file. 'mixed': UTF-8 in some places, Windows-1252 in others. */
export type TextEncoding = 'utf-8' | 'utf-16' | 'windows-1252' | 'mixed'

/** Number of bytes that detect the encoding, before decoding starts. */
const HEAD = 2048
const LINE_FEED = 10
/** Longest line without an end that is buffered. */
const CARRY_MAX = 256 * 1024
/** A multi-byte UTF-8 character, or a single invalid byte. Each letter of the text stands for one byte. */
const SIGNS =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g
/** Number of arguments that one call accepts. */
const LETTERS_MAX = 8192

/**
 * Decodes the bytes of a text file as they arrive: UTF-8 with or without a byte order mark, UTF-16, Windows-1252
 * (Excel's CSV), and files that were joined from several encodings. The result does not depend on the chunk boundaries.
 */
export function createTextDecoder() {
  let carry = new Uint8Array(0)
  let isBegun = false
  let wide: TextDecoder | null = null
  let [hasUtf8, hasLegacy] = [false, false]

  /**
   * Decodes character by character, because a fatal decoder would throw at each invalid byte, and Excel files have
   * many.
   */
  function decodeSigns(bytes: Uint8Array): string {
    return normalizeName(bytes).replaceAll(SIGNS, (found) => {
      if (found.length > 1) hasUtf8 = true
      else hasLegacy = true
      return found.length > 1 ? wideSign(found) : (LEGACY_SIGNS[found.charCodeAt(0) - 0x80] ?? '')
    })
  }

  function asUtf8(bytes: Uint8Array): string | null {
    const text = inUtf8(bytes)
    if (text !== null && text.length !== bytes.length) hasUtf8 = true
    return text
  }

  return {
    /** Returns the decoded text as far as it is certain; `isLast`: the bytes are the last ones. */
    push(bytes: Uint8Array, isLast = false): string {
      let all = carry.length === 0 ? bytes : joined(carry, bytes)
      carry = new Uint8Array(0)
      if (!isBegun) {
        if (all.length < HEAD && !isLast) {
          carry = Uint8Array.from(all)
          return ''
        }
        isBegun = true
        wide = wideDecoder(all)
        if (startsWith(all, 0xef, 0xbb, 0xbf)) {
          hasUtf8 = true
          all = all.subarray(3)
        }
      }
      if (wide) return wide.decode(all, { stream: !isLast })
      const end = isLast ? all.length : lastCut(all)
      carry = all.slice(end)
      const sure = all.subarray(0, end)
      return asUtf8(sure) ?? decodeSigns(sure)
    },
    /** Encoding of what was read so far. */
    encoding(): TextEncoding {
      if (wide) return 'utf-16'
      if (hasLegacy) return hasUtf8 ? 'mixed' : 'windows-1252'
      return 'utf-8'
    },
  }
}

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const LEGACY_SIGNS = [
  ...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 0x80 }, (_, i) => 0x80 + i)),
]

function inUtf8(bytes: Uint8Array): string | null {
  try {
    return STRICT.decode(bytes)
  } catch {
    return null
  }
}

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, i) => bytes[i] === byte)

function normalizeName(bytes: Uint8Array): string {
  let letters = ''
  for (let at = 0; at < bytes.length; at += LETTERS_MAX)
    letters += String.fromCharCode(...bytes.subarray(at, at + LETTERS_MAX))
  return letters
}

/** Decodes a character from its UTF-8 bytes. */
function wideSign(letters: string): string {
  let point = letters.charCodeAt(0) & (0xff >> (letters.length + 1))
  for (let i = 1; i < letters.length; i++) point = (point << 6) | (letters.charCodeAt(i) & 0x3f)
  return String.fromCodePoint(point)
}

/** Detects UTF-16 by its byte order mark or, without one, by the zero in every second byte of ASCII text. */
function wideDecoder(head: Uint8Array): TextDecoder | null {
  if (startsWith(head, 0xff, 0xfe)) return new TextDecoder('utf-16le')
  if (startsWith(head, 0xfe, 0xff)) return new TextDecoder('utf-16be')
  const pairs = Math.floor(Math.min(head.length, HEAD) / 2)
  const zeros = [0, 0]
  for (let at = 0; at < pairs * 2; at++) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [first = 0, second = 0] = zeros
  if (second > pairs * 0.4 && first < pairs * 0.1) return new TextDecoder('utf-16le')
  if (first > pairs * 0.4 && second < pairs * 0.1) return new TextDecoder('utf-16be')
  return null
}

/** Returns where the bytes can be split between characters: after the last line, or within an overlong line. */
function lastCut(bytes: Uint8Array): number {
  const end = bytes.lastIndexOf(LINE_FEED) + 1
  if (end > 0 || bytes.length < CARRY_MAX) return end
  for (let at = bytes.length; at > 0; at--) if ((bytes[at - 1] ?? 0) < 0x80) return at
  return bytes.length
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
