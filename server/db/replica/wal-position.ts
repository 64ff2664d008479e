const PATTERN = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/

/** Parses a position in PostgreSQL's write-ahead log (`16/B374D848`). Null: the text is not one. */
export function parseWalPosition(text: string): bigint | null {
  const [, high, low] = PATTERN.exec(text) ?? []
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : null
}
