import type { Language } from '#contract/core/fields.ts'
import { type Cell, csvLine } from '#domain/core/csv/csv-cell.ts'
import { inBackground } from '#server/fairness/background-turns.ts'

/** Rows sent per chunk. */
const ROWS_PER_CHUNK = 200
/**
 * Streams a CSV file in UTF-8 with a byte order mark, formatted as Excel reads it in that language. Rows are produced
 * as fast as the client reads them, in turns with the long work of other fleets.
 */
export function csv(
  rows: AsyncIterable<readonly Cell[]>,
  { language, fleetId }: { language: Language; fleetId: number },
): ReadableStream<Uint8Array> {
  async function* chunks(): AsyncGenerator<Uint8Array, void> {
    const encoder = new TextEncoder()
    let [text, count] = ['\ufeff', 0]
    for await (const row of rows) {
      text += csvLine(row, language)
      if (++count % ROWS_PER_CHUNK !== 0) continue
      yield encoder.encode(text)
      text = ''
    }
    if (text !== '') yield encoder.encode(text)
  }
  const made = chunks()
  return new ReadableStream({
    async pull(stream) {
      const { value, done } = await inBackground(fleetId, () => made.next())
      if (done) stream.close()
      else stream.enqueue(value)
    },
    // Stops reading the rows when the client disconnects.
    cancel: async () => void (await made.return()),
  })
}

/** Headers of a CSV file. `name` is ASCII, because every browser reads that. */
export const csvHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}.csv"`,
})
