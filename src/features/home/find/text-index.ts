import { plainText } from '#domain/core/plain-text.ts'

/** Separates the fields of a record's text. The text also begins and ends with it. */
export const FIELD = '\n'

/** Records as text, in order of preference, with a bitmap of records for each pair of neighboring characters. */
export interface TextIndex {
  texts: readonly string[]
  /** By pair code. Bit n of a bitmap says that record n contains the pair. */
  pairs: readonly (Uint32Array | undefined)[]
}

/** Records per step: less than a millisecond on a slow phone. */
const STEP = 100
/** Longer fields with digits are descriptions, not plates or numbers. */
const LONGEST_IDENTIFIER = 24

const SYMBOLS = `abcdefghijklmnopqrstuvwxyz0123456789 ${FIELD}`
/** All other characters share one code, so that the number of bitmaps stays small. */
const OTHER = SYMBOLS.length
const CODES = SYMBOLS.length + 1
const codes = new Uint8Array(128).fill(OTHER)
for (const [code, symbol] of [...SYMBOLS].entries()) codes[symbol.charCodeAt(0)] = code

/** Builds an index in steps: a single task for 50,000 records would block a phone for a second. */
export function* indexTexts(
  count: number,
  fieldsOf: (nth: number) => readonly (string | number | null | undefined)[],
): Generator<void, TextIndex> {
  const words = Math.ceil(count / 32)
  const texts: string[] = []
  const pairs: (Uint32Array | undefined)[] = Array.from({ length: CODES * CODES })
  for (let nth = 0; nth < count; nth++) {
    const text = recordText(fieldsOf(nth))
    texts.push(text)
    const [word, bit] = [nth >>> 5, 1 << (nth & 31)]
    for (let i = 1, before = codeAt(text, 0); i < text.length; i++) {
      const code = codeAt(text, i)
      const pair = before * CODES + code
      before = code
      let bitmap = pairs[pair]
      if (!bitmap) pairs[pair] = bitmap = new Uint32Array(words)
      bitmap[word] = (bitmap[word] ?? 0) | bit
    }
    if (nth % STEP === STEP - 1) yield
  }
  return { texts, pairs }
}

/** Returns an index of a few records at once. */
export function indexNow(records: readonly (readonly (string | number | null | undefined)[])[]): TextIndex {
  const steps = indexTexts(records.length, (nth) => records[nth] ?? [])
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/**
 * Returns the text of a record. A short field with digits is added without its spaces too, so that 'AB-12 34' is found
 * by 'ab1234'.
 */
function recordText(fields: readonly (string | number | null | undefined)[]): string {
  let text = FIELD
  for (const field of fields) {
    const normalized = field === null || field === undefined ? '' : wordsOf(String(field))
    if (normalized === '') continue
    text += normalized + FIELD
    if (normalized.length <= LONGEST_IDENTIFIER && normalized.includes(' ') && /\d/.test(normalized))
      text += normalized.replaceAll(' ', '') + FIELD
  }
  return text
}

/** Returns the words of a text for comparison, separated by single spaces. */
export function wordsOf(text: string): string {
  const folded = plainText(text)
  return folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/**
 * Visits the records that contain every pair of neighboring characters of the needles, in order, until `visit` returns
 * true or `most` were visited. The caller checks each record's text.
 */
export function visitCandidates(
  index: TextIndex,
  needles: readonly string[],
  most: number,
  visit: (nth: number, text: string) => boolean,
): void {
  const bitmaps: Uint32Array[] = []
  for (const needle of needles)
    for (let i = 1; i < needle.length; i++) {
      const bitmap = pairBitmap(index, needle.charAt(i - 1), needle.charAt(i))
      if (!bitmap) return
      bitmaps.push(bitmap)
    }
  const bitsOf = (word: number) => {
    let bits = -1
    for (const bitmap of bitmaps) bits &= bitmap[word] ?? 0
    return bits
  }
  visitBits(index, bitsOf, most, visit)
}

/** Visits the records whose bits are set, 32 records at a time. Returns like `visitCandidates`. */
export function visitBits(
  { texts }: TextIndex,
  bitsOf: (word: number) => number,
  most: number,
  visit: (nth: number, text: string) => boolean,
): void {
  let left = most
  for (let word = 0; word * 32 < texts.length; word++) {
    let bits = bitsOf(word)
    while (bits !== 0) {
      const nth = word * 32 + 31 - Math.clz32(bits & -bits)
      bits &= bits - 1
      const text = texts[nth]
      if (text === undefined || left-- === 0 || visit(nth, text)) return
    }
  }
}

/** Returns the records that contain two neighboring characters; undefined: none does. */
export const pairBitmap = ({ pairs }: TextIndex, first: string, second: string): Uint32Array | undefined =>
  pairs[codeAt(first, 0) * CODES + codeAt(second, 0)]

const codeAt = (text: string, at: number): number => codes[text.charCodeAt(at)] ?? OTHER
