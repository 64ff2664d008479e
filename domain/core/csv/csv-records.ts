/** Why a record is invalid: an unclosed quote, text after a closing quote, or a record that is too long. */
export type CsvError = 'open_quote' | 'text_after_quote' | 'row_too_long'

export interface CsvRecord {
  /** Row number as in a spreadsheet: the heading is row 1, and empty lines count. */
  row: number
  /** For an invalid record: the first line, split as well as possible. */
  cells: string[]
  fault: CsvError | null
}

/** Longest record in characters; our choice, far above any real row. */
export const CSV_RECORD_MAX = 64 * 1024
const SEPARATORS = [',', ';', '\t', '|']
/** Excel's notation for the separator, in the first line. */
const NAMED = /^sep=(.)$/i
/** Blank lines that spreadsheets leave above a table; they do not indicate the separator. */
const BLANK_LINES = /^(?:[^\S\r\n]*(?:\r\n|\r|\n))*/

/**
 * Splits the text of a CSV file into records as it arrives: RFC 4180, with any of four separators and any line endings.
 * An error affects only its line: an unclosed quote does not consume the rest of the file.
 */
export function createCsvReader() {
  let rest = ''
  let row = 0
  let separator = ''
  let isSkipping = false

  function open(text: string, isLast: boolean): string | null {
    const from = BLANK_LINES.exec(text)?.[0].length ?? 0
    const end = endOfLine(text, from, isLast)
    if (!end && text.length <= CSV_RECORD_MAX) return null
    const line = text.slice(from, end?.at ?? from + CSV_RECORD_MAX)
    const named = NAMED.exec(line)?.[1]
    separator = named ?? separatorOf(line)
    return named === undefined ? text : text.slice(end?.next)
  }

  return {
    /** Returns the records that the next chunk completes; `isLast`: the chunk is the last one. */
    *push(piece: string, isLast = false): Generator<CsvRecord> {
      rest += piece
      if (separator === '') {
        const opened = open(rest, isLast)
        if (opened === null) return
        rest = opened
      }
      const text = rest
      let at = 0
      while (at < text.length) {
        const end = endOfLine(text, at, isLast)
        if (isSkipping) {
          isSkipping = end === null
          at = end?.next ?? text.length
          continue
        }
        if ((end?.at ?? text.length) - at > CSV_RECORD_MAX) {
          yield { row: ++row, cells: [], fault: 'row_too_long' }
          isSkipping = true
          continue
        }
        if (!end) break
        const line = text.slice(at, end.at)
        if (!line.includes('"')) {
          yield { row: ++row, cells: line.split(separator), fault: null }
          at = end.next
          continue
        }
        const quoted = readQuoted(text, at, separator, isLast)
        if (quoted === null && text.length - at <= CSV_RECORD_MAX && !isLast) break
        if (quoted?.isSound && quoted.next - at <= CSV_RECORD_MAX) {
          yield { row: ++row, cells: quoted.cells, fault: null }
          at = quoted.next
        } else {
          const fault = quoted && quoted.next <= end.next ? 'text_after_quote' : 'open_quote'
          yield { row: ++row, cells: line.replaceAll('"', '').split(separator), fault }
          at = end.next
        }
      }
      rest = text.slice(at)
    },
  }
}

/** End of the line that begins at `from`: where its text ends and the next line begins. Null: not received yet. */
function endOfLine(text: string, from: number, isLast: boolean): { at: number; next: number } | null {
  const feed = text.indexOf('\n', from)
  const line = feed < 0 ? text.slice(from) : text.slice(from, feed)
  const loneCarriageReturn = line.indexOf('\r')
  if (loneCarriageReturn >= 0 && from + loneCarriageReturn + 1 < (feed < 0 ? text.length : feed))
    return { at: from + loneCarriageReturn, next: from + loneCarriageReturn + 1 }
  if (feed >= 0) return { at: loneCarriageReturn >= 0 ? feed - 1 : feed, next: feed + 1 }
  if (!isLast) return null
  return { at: loneCarriageReturn >= 0 ? text.length - 1 : text.length, next: text.length }
}

/** Reads a record that contains quotes. Null: it does not end in this text. */
function readQuoted(text: string, from: number, separator: string, isLast: boolean) {
  const cells: string[] = []
  let isSound = true
  for (let at = from; ; at++) {
    let cell = ''
    if (text[at] === '"') {
      for (;;) {
        const quote = text.indexOf('"', at + 1)
        if (quote < 0 || (quote + 1 === text.length && !isLast)) return null
        cell += text.slice(at + 1, quote)
        at = quote + 1
        if (text[at] !== '"') break
        cell += '"'
      }
    }
    const start = at
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
    if (at > start && start > from && text[start - 1] === '"') isSound = false
    cells.push(cell + text.slice(start, at))
    if (text[at] === separator) continue
    if (at >= text.length) return isLast ? { cells, isSound, next: at } : null
    if (text[at] === '\r' && at + 1 === text.length && !isLast) return null
    return { cells, isSound, next: at + (text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1) }
  }
}

/** Returns the most frequent separator outside quotes in the heading; a comma if there is none. */
function separatorOf(line: string): string {
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const counts = SEPARATORS.map((sign) => bare.split(sign).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}
