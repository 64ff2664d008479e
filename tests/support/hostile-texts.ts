/** Long enough to make quadratic time visible: the largest JSON body that the server reads. */
export const HOSTILE_LENGTH = 250_000

const repeated = (text: string) =>
  text.repeat(Math.ceil(HOSTILE_LENGTH / text.length)).slice(0, HOSTILE_LENGTH)

/** What patterns repeat, alone and as near misses of the forms that the product reads. */
const SEEDS = [
  ...[
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
  ],
  ...['(', ')', '[', ']', '{', '}', '<', '>', '\t', '\n', '\r', '\0', '|', '*', '$', '^', '~', '!', '?'],
  ...['\u00a0', '\u202e', '\u200b', 'é', 'e\u0301', 'ß', 'İ', '\ud800', '\udc00', '😀', '\ufeff', '٥'],
  ...['a.', '.a', 'a@', '@a', 'a@b.', '1,', '1,1', '1 ', ' 1', '1.', '1e', '-1', '""', '","', '\\u', '\\"'],
  ...[
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
  ],
  ...[
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
  ],
]

/** Texts that a badly written pattern reads in quadratic time: repetitions, with an end that does not fit and without. */
export function hostileTexts(): string[] {
  return SEEDS.flatMap((seed) => [repeated(seed), `a@b${repeated(seed)}\0`])
}

/** The least processor time of three runs, in milliseconds: other work on the machine does not count. */
export function leastMs(run: () => unknown, enoughMs: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 3 && least > enoughMs; tries++) {
    const start = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
