import type { Language } from '#contract/core/fields.ts'
import { type Cell, csvLine } from '#domain/core/csv/csv-cell.ts'

/** Downloads lines as a CSV file in UTF-8 with a byte order mark, formatted as Excel reads it in that language. */
export function downloadCsv(lines: readonly (readonly Cell[])[], language: Language, name: string): void {
  const text = lines.map((line) => csvLine(line, language)).join('')
  downloadFile(new Blob(['\ufeff', text], { type: 'text/csv' }), name)
}

/** Downloads a blob through the browser under a file name. */
export function downloadFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  // The browser usually reads the URL at once; one minute covers slow devices.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
