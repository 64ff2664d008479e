/** Accents that NFD splits off. */
const ACCENTS = /[\u0300-\u036f]/g

/** Returns the text in lower case without accents: 'Équipe' matches 'equipe'. */
export function plainText(text: string): string {
  // Fast path: most texts are ASCII, and normalizing takes ten times as long.
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase()
  // JavaScript has another lower-case sigma at the end of a word.
  return text.normalize('NFD').replace(ACCENTS, '').toLowerCase().replaceAll('ς', 'σ')
}

/** Returns a code without a text as words, such as a status of a newer server: 'on_hold' becomes 'on hold'. */
export const plainCode = (code: string): string => code.replaceAll('_', ' ')
