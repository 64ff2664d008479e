import { describe, expect, it } from 'vitest'
import { vinBars } from './vin-bars.ts'

// The standard's table by value: widths of bar, space, bar, space, bar, space.
const CODES =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'.split(
    ' ',
  )
const [SHIFT_C, SHIFT_B, SHIFT_A] = [99, 100, 101]
const [START_A, START_B, START_C] = [103, 104, 105]

/** Decodes the bars as a scanner does: by their widths, with the standard's table and check digit. */
function scan({ bars }: ReturnType<typeof vinBars>): string {
  const edges = bars.flatMap(({ x, width }) => [x, x + width])
  const widths = edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0))
  // The stop symbol has seven elements.
  const values: number[] = []
  for (let at = 0; at < widths.length - 7; at += 6)
    values.push(CODES.indexOf(widths.slice(at, at + 6).join('')))
  const [start = -1, ...rest] = values
  const check = rest.pop()
  expect(rest.reduce((sum, value, index) => sum + value * (index + 1), start) % 103).toBe(check)
  let set = start
  let text = ''
  for (const value of rest) {
    if (set !== START_C && value === SHIFT_C) set = START_C
    else if (set !== START_B && value === SHIFT_B) set = START_B
    else if (set !== START_A && value === SHIFT_A) set = START_A
    else text += set === START_C ? String(value).padStart(2, '0') : String.fromCharCode(value + 32)
  }
  return text
}

describe('the barcode of a VIN', () => {
  it.each(['1FTFW1E59LFA12345', 'WDB9066331S123456', '5YJ3E1EA7KF317000', '11111111111111111'])(
    'reads as %s, regardless of its mix of letters and digits',
    (vin) => expect(scan(vinBars(vin))).toBe(vin),
  )

  it('has quiet zones of ten bars at both ends, and is narrow enough for the smallest phone', () => {
    const { width, bars } = vinBars('1FTFW1E59LFA12345')
    const last = bars.at(-1)
    expect(bars[0]?.x).toBe(10)
    expect(width - ((last?.x ?? 0) + (last?.width ?? 0))).toBe(10)
    // 320 px minus the margins, at one CSS pixel per bar.
    expect(width).toBeLessThanOrEqual(256)
  })
})
