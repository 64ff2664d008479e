export type Cell = string | number | null

/** What makes a spreadsheet take text for a formula, also written in full width. */
const FORMULA = /^[=+\-@\t\r\0＝＋－＠]/
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * One cell by RFC 4180, and harmless in a spreadsheet: what would be a formula gets an apostrophe in front (S-17).
 * Numbers stay as they are, negative ones too.
 */
export function csvCell(value: Cell): string {
  const text = value === null ? '' : String(value)
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
