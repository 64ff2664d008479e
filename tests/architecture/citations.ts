import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** A text file of the repository. `path` is relative to its root, with forward slashes. */
export interface TextFile {
  path: string
  text: string
}

/** Everything that can be cited. */
interface Targets {
  paths: ReadonlySet<string>
  /** Text of each source file. */
  sources: ReadonlyMap<string, string>
  /** Anchors and heading slugs of each Markdown file. */
  anchors: ReadonlyMap<string, ReadonlySet<string>>
  requirements: ReadonlySet<string>
  /** Numbers of decision records. */
  decisions: ReadonlySet<number>
}

const root = join(import.meta.dirname, '../..')
/** Excluded: generated files, merged migrations (never edited), and tests of rules, whose examples break them. */
const NOT_SEARCHED = new Set([
  'package-lock.json',
  'server/db/migrations/0001_ground.sql',
  'server/db/migrations/0006_unsent_work.sql',
  'server/db/migrations/0025_bulk_uploads.sql',
  'server/db/migrations/0029_users.sql',
  'server/db/migrations/0059_fleet_administration.sql',
  'tests/architecture/advisories.json',
  'tests/architecture/citation-lists.test.ts',
  'tests/architecture/citations.test.ts',
  'tests/architecture/layers.test.ts',
  'tests/architecture/plain-words.test.ts',
  'tests/architecture/structure.test.ts',
])
const REQUIREMENTS = 'docs/requirements/'
const RULINGS = 'docs/rulings.md'
const INTERFACE_RULES = 'docs/interface-rules.md'

/** Reads every text file that may contain citations. */
export function readTexts(folder = root): TextFile[] {
  const patterns = [
    '{*.{ts,json,md,html,yaml},Dockerfile}',
    'deploy/**/*.*',
    'deploy/**/Caddyfile',
    '{.ci,brands,contract,docs,domain,locales,public,server,src,sw,tests,tools}/**/*.{ts,tsx,cjs,css,html,json,md,sql}',
  ]
  return globSync(patterns, { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .map((path) => ({ path, text: NOT_SEARCHED.has(path) ? '' : readFileSync(join(folder, path), 'utf8') }))
}

/** Returns every dead citation: a requirement, ruling, decision, document, section, row or file that does not exist. */
export function findDeadCitations(files: readonly TextFile[]): string[] {
  const targets = targetsOf(files)
  return [
    ...findDoubledAnchors(files),
    ...files.flatMap((file) => {
      const found: string[] = []
      for (const check of CHECKS)
        check(file, targets, (index, message) => found.push(`${locationOf(file, index)} ${message}`))
      return found
    }),
  ]
}

function targetsOf(files: readonly TextFile[]): Targets {
  const paths = new Set(files.map(({ path }) => path))
  const documents = files.filter(isMarkdown)
  const anchors = new Map(documents.map((file) => [file.path, new Set(anchorsOf(file.text))]))
  const requirements = [...anchors].filter(([path]) => path.startsWith(REQUIREMENTS))
  const decisions = documents.flatMap(({ path }) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? [])
  return {
    paths,
    sources: new Map(files.map(({ path, text }) => [path, text])),
    anchors,
    requirements: new Set(requirements.flatMap(([, ids]) => [...ids])),
    decisions: new Set(decisions.map(Number)),
  }
}

const isMarkdown = ({ path }: TextFile) => path.endsWith('.md')

/** Returns explicit anchors and GitHub's heading slugs. */
function anchorsOf(text: string): string[] {
  const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading))
  return [...ids, ...headings]
}

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

function findDoubledAnchors(files: readonly TextFile[]): string[] {
  return files.filter(isMarkdown).flatMap((file) => {
    const seen = new Set<string>()
    return [...file.text.matchAll(/<a id="([^"]+)">/g)].flatMap(({ 1: id = '', index }) => {
      if (seen.has(id)) return [`${locationOf(file, index)} ${id} has two anchors`]
      seen.add(id)
      return []
    })
  })
}

type Report = (index: number, message: string) => void
type Check = (file: TextFile, targets: Targets, report: Report) => void

const CHECKS: Check[] = [
  checkRequirements,
  checkNumbers,
  checkLinks,
  checkDocuments,
  checkPaths,
  checkNames,
  checkOutside,
]

/** Requirement IDs such as 'MHX-018' and 'S-19'. Their prefixes are those of the files in docs/requirements. */
function checkRequirements({ path, text }: TextFile, { requirements }: Targets, report: Report) {
  const prefixes = [...new Set([...requirements].flatMap((id) => /^([A-Z]{3})-\d{3}$/.exec(id)?.[1] ?? []))]
  if (prefixes.length === 0) return
  const id = new RegExp(String.raw`\b(?:${prefixes.join('|')})-\d{3}\b`, 'g')
  for (const match of text.matchAll(id))
    if (!requirements.has(match[0])) report(match.index, `cites ${match[0]}, which no row describes`)
  if (!path.endsWith('.md') && !/\.[cm]?[jt]sx?$|\.sql$/.test(path)) return
  for (const match of text.matchAll(/(?<![\w-])[SRP]-\d{1,2}(?![\w-])/g))
    if (!requirements.has(match[0])) report(match.index, `cites ${match[0]}, which no row describes`)
}

/** 'ruling 15', 'rulings 9, 26 and 32', 'decision 45', 'interface rule 6', 'docs/offline.md rows 4 to 6'. */
function checkNumbers({ text }: TextFile, { anchors, decisions }: Targets, report: Report) {
  const has = (path: string, id: string) => anchors.get(path)?.has(id) ?? false
  for (const [index, n] of numbersAfter(text, /\brulings? /gi))
    if (!has(RULINGS, `ruling-${n}`)) report(index, `cites ruling ${n}, which does not exist`)
  for (const [index, n] of numbersAfter(text, /\bdecisions? /gi))
    if (!decisions.has(n)) report(index, `cites decision ${n}, which does not exist`)
  for (const [index, n] of numbersAfter(text, /\binterface rules? /gi))
    if (!has(INTERFACE_RULES, `rule-${n}`)) report(index, `cites interface rule ${n}, which does not exist`)
  for (const [index, n, match] of numbersAfter(text, /([\w./-]+\.md) rows? /g))
    if (!has(match[1] ?? '', `row-${n}`)) report(index, `cites row ${n} of ${match[1]}, which does not exist`)
}

/** Returns the numbers after each match, with their position: '4, 5 and 9'. For '24 to 26', returns both ends. */
function numbersAfter(text: string, before: RegExp): [index: number, n: number, match: RegExpMatchArray][] {
  return [...text.matchAll(before)].flatMap((match) => {
    const start = match.index + match[0].length
    // A citation may continue on the next line of a comment.
    const [list = ''] =
      /^\d{1,4}(?:(?:, | and | to | or |–|, and )\d{1,4}\b)*/.exec(text.slice(start, start + 80)) ?? []
    return [...list.matchAll(/\d+/g)].map(
      ([n]) => [match.index, Number(n), match] as [number, number, RegExpMatchArray],
    )
  })
}

/** Links of Markdown files to other files and to headings. */
function checkLinks(file: TextFile, { paths, anchors }: Targets, report: Report) {
  if (!isMarkdown(file)) return
  for (const { 1: target = '', index } of file.text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue
    const [link = '', id] = target.split('#')
    const path = link === '' ? file.path : normalize(join(dirname(file.path), link)).replaceAll('\\', '/')
    if (!exists(path, paths)) report(index, `links to ${path}, which does not exist`)
    else if (id !== undefined && !anchors.get(path)?.has(id))
      report(index, `links to ${path}#${id}: no such anchor`)
  }
}

/** Whether a path is a file, or a folder with files. Pictures are not read and count as existing. */
function exists(path: string, paths: ReadonlySet<string>): boolean {
  if (paths.has(path) || /\.(?:png|svg|jpe?g)$/.test(path)) return true
  const folder = path.endsWith('/') ? path : `${path}/`
  return [...paths].some((known) => known.startsWith(folder))
}

/** Matches a path that ends in '.md', but not a link's text or a property such as `headerHeight.md`. */
const DOCUMENT =
  /(?<![\w./#<*-]|\]\()((?:[\w.-]+\/)*(?:[A-Za-z][a-z0-9-]+|[A-Z]+)\.md)(?:#([\w-]+))?( §)?(?!\]\()/g

/** Documents by name: 'docs/offline.md#retries' from the root, or a name relative to the citing file. */
function checkDocuments(file: TextFile, { paths, anchors }: Targets, report: Report) {
  if (!file.text.includes('.md')) return
  for (const match of file.text.matchAll(DOCUMENT)) {
    const { 1: name = '', 2: id, 3: section, index } = match
    const path = [name, normalize(join(dirname(file.path), name))].find((candidate) => paths.has(candidate))
    if (path === undefined) report(index, `cites ${name}, which does not exist`)
    else if (id !== undefined && !anchors.get(path)?.has(id))
      report(index, `cites ${name}#${id}: no such anchor`)
    else if (section !== undefined)
      report(index, `cites a section of ${name} by number: name its heading (${name}#…)`)
  }
}

/** Paths of source files in comments and documents. The compiler checks imports. */
function checkPaths(file: TextFile, { paths }: Targets, report: Report) {
  const cited =
    /(?<![\w./#@<>{}*-])(?:brands|contract|docs|domain|locales|server|src|sw|tests|tools)\/[\w./-]+\.(?:tsx?|cjs|json|sql|css)\b/g
  for (const match of file.text.matchAll(cited))
    if (!paths.has(match[0])) report(match.index, `names ${match[0]}, which does not exist`)
}

/** Names of code with their file: '`tagOf` in `domain/maintenance/due-rules.ts`'. */
function checkNames({ path, text }: TextFile, { sources }: Targets, report: Report) {
  if (!path.endsWith('.md')) return
  for (const { 1: name = '', 2: file = '', index } of text.matchAll(
    /`(\w+)` (?:in|of) `([\w./-]+\.tsx?)`/g,
  )) {
    const source = sources.get(file)
    if (source !== undefined && !declares(source, name))
      report(index, `names ${name}, which ${file} does not declare`)
  }
}

/** Whether a source file declares a name, or has it as a property or method. */
const declares = (source: string, name: string): boolean =>
  new RegExp(
    String.raw`\b(?:function\*?|const|class|interface|type) ${name}\b|^\s*(?:async )?'?${name}'?[?(:<]`,
    'm',
  ).test(source)

/** Sources outside the repository. */
function checkOutside({ text }: TextFile, _: Targets, report: Report) {
  for (const match of text.matchAll(/\bdoc[12](?: §|\b(?![.\w]))|\bissue \d+|\bhouse style \d+/gi))
    report(match.index, `cites '${match[0].trim()}', which is not in the repository`)
}

/** Formats a location for editors: 'src/app/app.tsx:12'. */
const locationOf = ({ path, text }: TextFile, index: number) =>
  `${path}:${text.slice(0, index).split('\n').length}`
