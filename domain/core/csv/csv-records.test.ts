import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CSV_RECORD_MAX, type CsvRecord, createCsvReader } from './csv-records.ts'

/** Reads a text in chunks of the given length. */
function read(text: string, pieceLength = text.length || 1): CsvRecord[] {
  const reader = createCsvReader()
  const records: CsvRecord[] = []
  for (let at = 0; at < text.length; at += pieceLength)
    records.push(...reader.push(text.slice(at, at + pieceLength)))
  return [...records, ...reader.push('', true)]
}
const cellsOf = (text: string, pieceLength?: number) => read(text, pieceLength).map(({ cells }) => cells)

const cell = fc.oneof(
  fc.stringMatching(/^[a-z0-9 ]{0,6}$/),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', 'x', 'é', ' '), maxLength: 6 }),
)
const table = fc
  .tuple(
    fc.constantFrom(',', ';', '\t', '|'),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.integer({ min: 2, max: 4 }),
  )
  .chain(([separator, eol, width]) =>
    fc.record({
      separator: fc.constant(separator),
      eol: fc.constant(eol),
      rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
      endsWithEol: fc.boolean(),
      piece: fc.integer({ min: 1, max: 9 }),
    }),
  )

describe('the reader of CSV', () => {
  it('reads any well-formed file like the reference, wherever it is split into chunks', () => {
    fc.assert(
      fc.property(table, ({ separator, eol, rows, endsWithEol, piece }) => {
        const heading = rows[0]!.map((_, i) => `c${i}`)
        const write = (text: string) =>
          /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
        const lines = [heading, ...rows].map((cells) => cells.map(write).join(separator))
        const text = lines.join(eol) + (endsWithEol ? eol : '')
        const reference: string[][] = parse(text, { delimiter: separator, record_delimiter: eol })
        expect(cellsOf(text, piece)).toEqual(reference)
        expect(reference).toEqual([heading, ...rows])
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['a,b\n1,2', ','],
    ['a;b\n1;2', ';'],
    ['a\tb\n1\t2', '\t'],
    ['sep=;\na;b\n1;2', ';'],
    ['sep=,\r\na,b\r\n1,2', ','],
    ['"x;y;z",b\n1,2', ','],
  ])('finds the separator of %j', (text) => {
    expect(cellsOf(text, 3)).toHaveLength(2)
    expect(cellsOf(text, 3)[1]).toEqual(['1', '2'])
  })

  it('numbers rows as a spreadsheet does: heading 1, an empty line is a row, a cell of two lines is one', () => {
    expect(read('a,b\n\n"x\ny",1\nz,2\n').map(({ row, cells }) => [row, cells[0]])).toEqual([
      [1, 'a'],
      [2, ''],
      [3, 'x\ny'],
      [4, 'z'],
    ])
  })

  it.each([
    ['that is never closed', 'a,b\n1,"x\n2,y\n3,z\n', 'open_quote'],
    ['that the next line closes', 'a,b\n1,"x\n2,"y"\n3,z\n', 'open_quote'],
    ['with text behind it', 'a,b\n1,"x"y\n2,y\n3,z\n', 'text_after_quote'],
  ])('loses one line to a quote %s, and none after it', (_what, text, fault) => {
    for (const piece of [1, 4, 100]) {
      const records = read(text, piece)
      expect(records.map(({ row }) => row)).toEqual([1, 2, 3, 4])
      expect(records.map((record) => record.fault)).toEqual([null, fault, null, null])
      expect(records[3]!.cells).toEqual(['3', 'z'])
    }
  })

  it('keeps quotes in the middle of a cell, as Excel does', () => {
    expect(cellsOf('a,b\n5" pipe,="001"\n')[1]).toEqual(['5" pipe', '="001"'])
  })

  it.each([
    ['a cell of 10 MB', 'x'.repeat(10_000_000)],
    ['a quoted cell of 10 MB', `"${'x'.repeat(10_000_000)}"`],
    ['a million columns', ','.repeat(1_000_000)],
  ])('rejects %s as one row, continues after it, and holds at most one row in memory', (_what, long) => {
    const reader = createCsvReader()
    const records: CsvRecord[] = []
    const text = `a,b\n1,2\n${long}\n3,4\n`
    for (let at = 0; at < text.length; at += 65_536) records.push(...reader.push(text.slice(at, at + 65_536)))
    records.push(...reader.push('', true))
    expect(records.map(({ row, fault }) => [row, fault])).toEqual([
      [1, null],
      [2, null],
      [3, 'row_too_long'],
      [4, null],
    ])
  })

  it('ends a quoted multi-line cell at the size limit of a row, and reads each following line again', () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `${i},${'y'.repeat(20)}`)
    expect(lines.join('\n').length).toBeGreaterThan(CSV_RECORD_MAX)
    const records = read(`a,b\n0,"open\n${lines.join('\n')}\n`, 1000)
    expect(records.filter(({ fault }) => fault)).toEqual([
      { row: 2, cells: ['0', 'open'], fault: 'open_quote' },
    ])
    expect(records).toHaveLength(5002)
  })
})
