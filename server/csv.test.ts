import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvLine } from '#domain/core/csv/csv-cell.ts'
import { csv } from './csv.ts'

const textOf = async (rows: (string | number | null)[][]) => {
  async function* each() {
    yield* rows
  }
  return new Response(csv(each(), { language: 'en', fleetId: 1 })).text()
}

/** A separate RFC 4180 parser, so that the writer is not tested against itself. */
function parse(text: string): string[][] {
  const rows: string[][] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  let row: string[] = []
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    row.push(found[1] === undefined ? (found[2] ?? '') : found[1].replaceAll('""', '"'))
    if (found[3] === '\r\n') {
      rows.push(row)
      row = []
    }
  }
  return rows
}

describe('a CSV file (S-17)', () => {
  it.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\0=1', '＝1', '＋1', '－1', '＠x'])(
    'gives %j an apostrophe, so that no spreadsheet reckons with it',
    (text) => {
      expect(csvCell(text)).toMatch(/^"?'/)
    },
  )

  it('does not escape numbers, including negative ones', () => {
    expect(['-5', '-5.25', '129.95', 7, -7, null].map(csvCell)).toEqual([
      '-5',
      '-5.25',
      '129.95',
      '7',
      '-7',
      '',
    ])
  })

  it('separates cells with semicolons in French, where decimals use commas', () => {
    const cells = ['a; b', 'c, d', { amount: '-12.50' }, { amount: null }, 7, '1.5']
    expect(csvLine(cells, 'fr')).toBe('"a; b";"c, d";-12,50;;7;1.5\r\n')
    expect(csvLine(cells, 'en')).toBe('"a; b","c, d",-12.50,,7,1.5\r\n')
  })

  it('reads back as written, for any cell content', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 2 }), { minLength: 1 }),
        async (rows) => {
          const read = parse(await textOf(rows))
          expect(
            read.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\0＝＋－＠])/, ''))),
          ).toEqual(rows.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\0＝＋－＠])/, ''))))
          expect(read.flat().every((cell) => !/^[=+\-@\t\r\0＝＋－＠]/.test(cell) || /^-\d/.test(cell))).toBe(
            true,
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  it('starts with a byte order mark, for Excel', async () => {
    async function* one() {
      yield ['é']
    }
    expect([...(await new Response(csv(one(), { language: 'en', fleetId: 1 })).bytes())].slice(0, 5)).toEqual(
      [0xef, 0xbb, 0xbf, 0xc3, 0xa9],
    )
  })
})
