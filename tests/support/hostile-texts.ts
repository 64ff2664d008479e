/** Long enough to reveal quadratic time: the largest JSON body that the server reads. */
const HOSTILE_LENGTH = 250_000

const repeated = (text: string) =>
  text.repeat(Math.ceil(HOSTILE_LENGTH / text.length)).slice(0, HOSTILE_LENGTH)

/** Fragments that patterns repeat, alone and as near misses of the formats that the product reads. */
const SEEDS = [
  'a',
  'A',
  '0',
  '9',
  '.',
  ' ',
  '@',
  '-',
  '_',
  '/',
  '\\',
  '"',
  "'",
  ',',
  ';',
  ':',
  '=',
  '+',
  '#',
  '%',
  '&',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '<',
  '>',
  '\t',
  '\n',
  '\r',
  '\0',
  '|',
  '*',
  '$',
  '^',
  '~',
  '!',
  '?',
  '\u00a0',
  '\u202e',
  '\u200b',
  'é',
  'e\u0301',
  'ß',
  'İ',
  '\ud800',
  '\udc00',
  '😀',
  '\ufeff',
  '٥',
  'a.',
  '.a',
  'a@',
  '@a',
  'a@b.',
  '1,',
  '1,1',
  '1 ',
  ' 1',
  '1.',
  '1e',
  '-1',
  '""',
  '","',
  '\\u',
  '\\"',
  '<a ',
  '<!--',
  '-->',
  '</',
  '&#',
  '%2',
  '%25',
  '; ',
  'a=',
  'a-',
  'aA0',
  '../',
  'http://',
  'data:',
  'base64,',
  ' \n',
  '\r\n',
  'Android ',
  'Mobile ',
  'boundary=',
  'on a=',
  'javascript',
  '[[',
  '[]',
  '[0]',
  'PK',
  'obj ',
]

/**
 * Returns texts that a badly written pattern reads in quadratic time: repetitions, with and without a mismatching end.
 */
export function hostileTexts(): string[] {
  return SEEDS.flatMap((seed) => [repeated(seed), `a@b${repeated(seed)}\0`])
}

/** Returns the lowest CPU time of three runs in milliseconds, which excludes other work on the machine. */
export function lowestCpuMs(run: () => unknown, enoughMs: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 3 && least > enoughMs; tries++) {
    const start = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
