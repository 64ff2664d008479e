/**
 * Removes personal data and credentials from an error text, because dependencies quote addresses and input in their
 * messages. Ids of requests, users and fleets stay readable.
 */
export function redact(text: string): string {
  const withoutEmails = text
    .replace(CREDENTIALS, '$1[credentials]@')
    .replace(WORD, (word) => (isEmail(word) ? '[email]' : word))
  return PATTERNS.reduce(
    (redacted, [pattern, instead]) => redacted.replace(pattern, instead),
    withoutEmails,
  ).replace(RUN, redactToken)
}

/** Credentials in server URLs: postgres://user:password@host. */
const CREDENTIALS = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@]{1,200}@/gi

/** Words and runs are matched first and tested as a whole, which takes linear time. A single pattern would not. */
const WORD = /[^\s<>"'(),;:]+/g
/** The path of a scoped package, 'node_modules/@scope/name', is not an email address. */
const isEmail = (word: string) => /[^/]@./.test(word)

/** Tokens and keys: long, with a digit and a letter. A UUID is one of our ids. */
const RUN = /[\w-]{32,}/g
const redactToken = (run: string) =>
  /\d/.test(run) && /[A-Za-z]/.test(run) && !/^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(run) ? '[token]' : run

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:bearer|basic)\s+[\w.~+/=-]{8,}/gi, '[credentials]'],
  // 17 characters with a digit and a letter: a VIN.
  [/\b(?=[A-Z]*\d)(?=\d*[A-Z])[A-HJ-NPR-Z0-9]{17}\b/gi, '[vin]'],
  [/\+?\b1?[ .-]?\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}\b/g, '[phone]'],
]
