import { COMMON_WORDS } from './common-words.ts'

/** Sequences: the alphabet, the digits, rows and columns of keyboards, each also reversed. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  '!@#$%^&*()',
]
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join('')])

/**
 * Returns why a password is easy to guess, as a field code; null if it is not (ruling 9). Common: a common word
 * surrounded by digits and symbols, a repeated character or short piece, or a keyboard sequence.
 */
export function passwordWeakness(
  password: string,
  user: { first_name: string; last_name: string; email: string },
): 'password_common' | 'password_name' | null {
  const text = password.normalize('NFKC').toLowerCase()
  if (isNameOf(text, user)) return 'password_name'
  return isCommon(text) ? 'password_common' : null
}

function isCommon(text: string): boolean {
  const word = normalizeName(unmasked(text))
  return (
    COMMON_WORDS.has(normalizeName(text)) ||
    COMMON_WORDS.has(word) ||
    /^(.{1,4})\1+$/su.test(text) ||
    /^\d{1,8}$/.test(text) ||
    RUNS.some((run) => run.includes(text) || (text.length > 6 && run.includes(text.slice(0, -1))))
  )
}

/** The user's own names and address, alone or combined, surrounded by any digits and symbols. */
function isNameOf(text: string, user: { first_name: string; last_name: string; email: string }): boolean {
  const [first, last] = [user.first_name, user.last_name].map((name) =>
    normalizeName(name.normalize('NFKC').toLowerCase()),
  )
  const address = user.email.normalize('NFKC').toLowerCase()
  const local = address.slice(0, address.indexOf('@'))
  const word = normalizeName(text)
  const names = [first, last, `${first}${last}`, `${last}${first}`, normalizeName(local)]
  return text === address || text === local || (word.length > 1 && names.includes(word))
}

const normalizeName = (text: string) => text.replaceAll(/[^\p{L}\p{M}]/gu, '')

const MASKS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}
/** Reverses character substitutions: 'p4ssw0rd' becomes 'password'. Digits at the end stay. */
function unmasked(text: string): string {
  let end = text.length
  while (/[\d!?.]/.test(text.charAt(end - 1))) end--
  return text.slice(0, end).replaceAll(/[013457@$]/g, (sign) => MASKS[sign] ?? sign)
}
