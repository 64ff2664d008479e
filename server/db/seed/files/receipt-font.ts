/**
 * Receipt printer font, five dots wide and seven high, so that pictures look the same on machines without fonts. Each
 * character: five columns from the left, two hex digits each, lowest bit at the top.
 */
const COLUMNS: Readonly<Record<string, string>> = {
  A: '7e1111117e',
  B: '7f49494936',
  C: '3e41414122',
  D: '7f4141221c',
  E: '7f49494941',
  F: '7f09090901',
  G: '3e4149497a',
  H: '7f0808087f',
  I: '00417f4100',
  J: '2040413f01',
  K: '7f08142241',
  L: '7f40404040',
  M: '7f020c027f',
  N: '7f0408107f',
  O: '3e4141413e',
  P: '7f09090906',
  Q: '3e4151215e',
  R: '7f09192946',
  S: '4649494931',
  T: '01017f0101',
  U: '3f4040403f',
  V: '1f2040201f',
  W: '3f4038403f',
  X: '6314081463',
  Y: '0708700807',
  Z: '6151494543',
  0: '3e5149453e',
  1: '00427f4000',
  2: '4261514946',
  3: '2141454b31',
  4: '1814127f10',
  5: '2745454539',
  6: '3c4a494930',
  7: '0171090503',
  8: '3649494936',
  9: '064949291e',
  '.': '0060600000',
  ',': '0050300000',
  '-': '0808080808',
  ':': '0036360000',
  '/': '2010080402',
  '#': '147f147f14',
  $: '242a7f2a12',
  '%': '2313086462',
  '*': '14083e0814',
  '+': '08083e0808',
  "'": '0000030000',
  '(': '001c224100',
  ')': '0041221c00',
}

const DOT = 4

/** Draws a line of text as one SVG path. Accents are dropped, and unknown characters become spaces. */
export function dottedText(text: string, x: number, y: number, size = DOT): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toUpperCase()
  let path = ''
  for (const [index, character] of [...plain].entries()) {
    const columns = COLUMNS[character] ?? ''
    for (let column = 0; column * 2 < columns.length; column++) {
      const dots = Number.parseInt(columns.slice(column * 2, column * 2 + 2), 16)
      for (let row = 0; row < 7; row++) {
        if (((dots >> row) & 1) === 0) continue
        path += `M${x + (index * 6 + column) * size} ${y + row * size}h${size}v${size}h-${size}z`
      }
    }
  }
  return path
}
