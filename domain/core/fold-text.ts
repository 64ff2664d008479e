/** Returns a text for comparison: lower case without accents. */
export function foldText(text: string): string {
  // Fast path: most texts are ASCII, and normalizing takes ten times as long.
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
