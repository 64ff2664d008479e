import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** A text that people read: a comment, a test name, a paragraph of a document, or an interface text. */
interface ReadText {
  path: string
  line: number
  text: string
}

/** Words that the code base used in a private sense or that nobody says today, with what to write instead. */
const BANNED: [pattern: RegExp, instead: string][] = [
  [/\banew\b/i, 'again'],
  [/\bmended?\b/i, 'fixed'],
  [/\bwhoever\b/i, 'the user who, anyone who'],
  [/\bwhosoever\b/i, 'anyone who'],
  [/\bnobody\b/i, 'no one'],
  [/\bsomebody\b/i, 'someone'],
  [/\beverybody\b/i, 'everyone'],
  [/\b(?:is|are|was|were|be|been) told\b/i, 'is notified, receives, learns'],
  [/\bharmless twice\b/i, 'idempotent'],
  [/\bso long as\b/i, 'while, if'],
  [/\bin (?:its|their) place\b/i, 'instead'],
  [/\bbroke off\b/i, 'was interrupted, failed'],
  [/\bunder way\b/i, 'running, in progress'],
  [/\bof its own accord\b/i, 'automatically'],
  [/\bthe server is told\b/i, 'the client reports'],
  [/\bstood in for\b|\bstands? in for\b|\bstanding in for\b/i, 'acts for'],
  [/\bthe person\b(?! who)/i, 'the user'],
]

/** Files that name banned words to ban them. */
const EXEMPT = [
  'tests/architecture/plain-words.ts',
  'tests/architecture/plain-words.test.ts',
  'docs/glossary.md',
  // Names the Unix user.
  'server/db/embedded/account.ts',
]

/** Returns each banned word in the texts, with its place and a better word. */
export function findBannedWords(texts: readonly ReadText[]): string[] {
  return texts.flatMap(({ path, line, text }) =>
    BANNED.flatMap(([pattern, instead]) => {
      const found = pattern.exec(text)
      if (!found) return []
      const at = line + text.slice(0, found.index).split('\n').length - 1
      return [`${path}:${at} '${found[0]}': write '${instead}'`]
    }),
  )
}

/** Returns the comments, test names, log messages and error messages of a source file. */
export function textsOfSource(path: string, source: string): ReadText[] {
  const lineAt = (index: number) => source.slice(0, index).split('\n').length
  const { comments, program } = parseSync(path, source)
  const found: ReadText[] = comments.map(({ start, value }) => ({ path, line: lineAt(start), text: value }))
  const read = (nodes: readonly ESTree.Node[]) => {
    for (const node of nodes)
      if (node.type === 'Literal' && typeof node.value === 'string')
        found.push({ path, line: lineAt(node.start), text: node.value })
      else if (node.type === 'TemplateLiteral')
        for (const { start, value } of node.quasis) found.push({ path, line: lineAt(start), text: value.raw })
  }
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (isTest(callee)) read(given.slice(0, 1))
      else if (isLog(callee)) read(given)
    },
    NewExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && callee.name.endsWith('Error')) read(given)
    },
  }).visit(program)
  return found
}

/** Whether a call is of a test, such as `it`, `describe.skip` or `test.each(…)`. */
function isTest(callee: ESTree.Node): boolean {
  if (callee.type === 'Identifier') return ['it', 'test', 'describe'].includes(callee.name)
  if (callee.type === 'MemberExpression') return isTest(callee.object)
  return callee.type === 'CallExpression' && isTest(callee.callee)
}

/** Whether a call is of a log, such as `console.warn` or `services.log.info`. */
function isLog(callee: ESTree.Node): boolean {
  if (callee.type !== 'MemberExpression') return false
  const { object } = callee
  const owner = object.type === 'MemberExpression' ? object.property : object
  return owner.type === 'Identifier' && ['console', 'log', 'logger'].includes(owner.name)
}

/** Returns the paragraphs of a Markdown file without code. Interface texts in quotation marks are exact, so they stay out. */
export function textsOfDocument(path: string, source: string): ReadText[] {
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ')
  const plain = source.replaceAll(/```[\s\S]*?```|`[^`\n]*`|["“][^"”\n]*["”]/g, blank)
  return plain.split('\n').map((text, i) => ({ path, line: i + 1, text }))
}

/** Returns the texts of an English locale file, without their keys. */
export function textsOfLocale(path: string, source: string): ReadText[] {
  return source
    .split('\n')
    .map((line, i) => ({ path, line: i + 1, text: /^\s*"[^"]*": "(.*)",?$/.exec(line)?.[1] ?? '' }))
}

/** Reads all comments, test names, documents and English interface texts of the repository. */
export function readPlainTexts(root: string): ReadText[] {
  const read = (pattern: string, texts: typeof textsOfSource) =>
    globSync(pattern, { cwd: root })
      .filter((path) => !path.includes('node_modules') && !EXEMPT.includes(path))
      .flatMap((path) => texts(path, readFileSync(join(root, path), 'utf8')))
  return [
    ...read('{contract,domain,server,src,sw,tests,tools}/**/*.{ts,tsx}', textsOfSource),
    ...read('{*.md,{brands,docs,tools}/**/*.md}', textsOfDocument),
    ...read('locales/en/**/*.json', textsOfLocale),
  ]
}
