/** One row of vPIC's Pattern table: VIN characters and their attribute. */
export interface PatternRow {
  Keys: string
  ElementId: number
  AttributeId: string
}

/**
 * Picks for each element the attribute of the most specific pattern that matches the VIN. Keys describe positions 4 to
 * 8 and, after a bar, 10 to 17: '*' is any character, '[A-C5]' one of a set; omitted positions at the end match
 * anything.
 */
export function matchPatterns(vin: string, rows: readonly PatternRow[]): Map<number, string> {
  const subject = `${vin.slice(3, 8)}|${vin.slice(9)}`
  const best = new Map<number, { score: number; value: string }>()
  for (const { Keys, ElementId, AttributeId } of rows) {
    if (!toRegExp(Keys).test(subject)) continue
    const score = specificity(Keys)
    const known = best.get(ElementId)
    if (known === undefined || score > known.score) best.set(ElementId, { score, value: AttributeId })
  }
  return new Map([...best].map(([element, { value }]) => [element, value]))
}

function toRegExp(keys: string): RegExp {
  return new RegExp(`^${keys.replaceAll('|', '\\|').replaceAll('*', '.')}`)
}

/** Weighs a fixed character most, a set slightly less, and a wildcard zero. */
function specificity(keys: string): number {
  const sets = keys.match(/\[[^[\]]*\]/g)?.length ?? 0
  const fixed = keys.replaceAll(/\[[^[\]]*\]|[*|]/g, '').length
  return fixed * 10 + sets * 9
}

/** Whether some VIN matches both keys, position by position. */
export function canOverlap(pattern: string, other: string): boolean {
  const [a, b] = [positionsOf(pattern), positionsOf(other)]
  return a.every((set, at) => {
    const against = b[at]
    return !set || !against || set.split('').some((character) => against.includes(character))
  })
}

/** Returns the allowed characters of positions 4 to 8 and 10 to 17; undefined where any is allowed. */
function positionsOf(keys: string): (string | undefined)[] {
  const positions: (string | undefined)[] = []
  for (const [token] of keys.matchAll(/\[[^[\]]*\]|./g)) {
    if (token === '|') positions.length = 5
    else positions.push(token === '*' ? undefined : charactersOf(token))
  }
  return Array.from(positions)
}

function charactersOf(token: string): string {
  if (!token.startsWith('[')) return token
  return token.slice(1, -1).replaceAll(/(.)-(.)/g, (_, from: string, to: string) => {
    const codes = Array.from(
      { length: to.charCodeAt(0) - from.charCodeAt(0) + 1 },
      (_, i) => from.charCodeAt(0) + i,
    )
    return String.fromCharCode(...codes)
  })
}
