import type { Language } from '#contract/core/fields.ts'

/** A decimal number as text: amounts, cost per mile. */
export interface Amount {
  amount: string | null
}
export type Cell = string | number | null | Amount

/**
 * Text that a spreadsheet reads as a formula, also in full width; and text that our reader would take for the mark that
 * prevents this.
 */
const FORMULA = /^(?:[=+\-@\t\r\0＝＋－＠]|'[=+\-@'\d＝＋－＠])/
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Formats a cell by RFC 4180. Text that a spreadsheet would run as a formula gets an apostrophe in front (S-17).
 * Numbers stay unchanged, also negative ones.
 */
export function csvCell(value: Exclude<Cell, Amount>): string {
  const text = value === null ? '' : String(value)
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Formats a line of a file. Excel in Canadian French uses commas for decimals and semicolons between cells. */
export function csvLine(cells: readonly Cell[], language: Language): string {
  const texts = cells.map((cell) => {
    if (cell === null || typeof cell !== 'object') return csvCell(cell)
    return language === 'fr' ? (cell.amount ?? '').replace('.', ',') : csvCell(cell.amount)
  })
  return `${texts.join(language === 'fr' ? ';' : ',')}\r\n`
}
