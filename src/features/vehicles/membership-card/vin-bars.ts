import encodeBarcode from 'jsbarcode'

/** Bars of a barcode, in multiples of its narrowest bar. */
export interface Bars {
  /** Including the quiet zones at both ends. */
  width: number
  bars: { x: number; width: number }[]
}

/** Quiet zone that a scanner needs at each end. */
const QUIET = 10

/**
 * Encodes a VIN as Code 128: a third shorter than Code 39, so that bars are wider on a phone, and with a check digit.
 * Only the geometry comes from the library; our own SVG needs no markup from text.
 */
export function vinBars(vin: string): Bars {
  const target: { encodings?: { data: string }[] } = {}
  encodeBarcode(target, vin, { format: 'CODE128' })
  // One character per narrowest bar: '1' is black.
  const modules = (target.encodings ?? []).map(({ data }) => data).join('')
  return {
    width: modules.length + 2 * QUIET,
    bars: [...modules.matchAll(/1+/g)].map(({ 0: { length }, index }) => ({
      x: index + QUIET,
      width: length,
    })),
  }
}
