import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findStaleBenchmarks } from '#tools/bench/report/benchmarks-page.ts'
import { findStaleCapacity } from '#tools/bench/report/capacity-page.ts'
import { findAsvsGaps } from '../architecture/asvs-page.ts'
import { findCitationLists } from '../architecture/citation-lists.ts'
import { findDeadCitations, readTexts } from '../architecture/citations.ts'
import { findConfigurationGaps } from '../architecture/configuration-page.ts'
import { findLiteralText, findServerTexts } from '../architecture/literal-text.ts'
import {
  findFrenchTypos,
  findUnequalTexts,
  findUnmatchedKeys,
  findUntypedNouns,
  readLocales,
} from '../architecture/locale-rules.ts'
import { findDestructiveMigrations, findLongLocks } from '../architecture/migrations-add.ts'
import { findStalePermissions } from '../architecture/permissions-table.ts'
import { findBannedWords, readPlainTexts } from '../architecture/plain-words.ts'
import { findRetentionGaps } from '../architecture/retention-page.ts'
import { readSources } from '../architecture/source-files.ts'
import {
  findCrowdedFolders,
  findFeatureRings,
  findLongCode,
  findStrayMutations,
  findStrayNouns,
  findUnequalNouns,
} from '../architecture/structure.ts'
import { checkSupplyChain } from '../architecture/supply-chain.ts'

// `npm run check`: runs every static check in parallel and prints one line each, with the findings of those that fail.

type Check = () => Promise<string[]> | string[]

const root = join(import.meta.dirname, '../..')

const checks: Record<string, Check> = {
  'types of app, server and tests': () => run('tsc', '-p', '.'),
  'types of the service worker': () => run('tsc', '-p', 'sw'),
  'format and lint': () => run('biome', 'ci', '--colors=off', '.'),
  'import rules': checkLayers,
  'texts in both languages': checkLocales,
  'table of rights': findStalePermissions,
  'page of the configuration': findConfigurationGaps,
  'page of the benchmarks': findStaleBenchmarks,
  'page of the capacity': findStaleCapacity,
  'retention of every table': findRetentionGaps,
  'migrations that only add': () => findDestructiveMigrations(),
  'migrations without long locks': () => findLongLocks(),
  'rows of the security standard': () => findAsvsGaps(),
  'citations that resolve': () => findDeadCitations(readTexts()),
  'citations at their assertions': () => findCitationLists(readTexts()),
  'structure of folders and features': checkStructure,
  'plain words': () => findBannedWords(readPlainTexts(root)),
  'calls that every browser answers': findUncommonCalls,
  'supply chain': checkSupplyChain,
  'no literal text in JSX': () => findLiteralText(readSources(root, ['src/**/!(*.test).tsx'])),
  'no literal text in the server': () => findServerTexts(readServerSources()),
}

async function checkLayers(): Promise<string[]> {
  const areas = ['contract', 'domain', 'src', 'sw', 'server', 'brands']
  const lines = await run('depcruise', '--config', 'tests/architecture/layers.cjs', ...areas)
  if (lines.failed) return lines
  // With an incompatible parser, dependency-cruiser reads no files and reports success.
  const modules = Number(/\((\d+) modules/.exec(lines.output)?.[1] ?? 0)
  return modules > 0 ? [] : [`dependency-cruiser read no module: ${lines.output}`]
}

function checkLocales(): string[] {
  const locales = readLocales(join(root, 'locales'))
  const english = locales.en ?? new Map<string, string>()
  const sources = readSources(root, ['{src,sw,server,contract,domain}/**/!(*.test).{ts,tsx}'])
  return [
    ...findUnequalTexts(locales),
    ...findFrenchTypos(locales.fr ?? new Map()),
    ...findUnmatchedKeys(english, sources),
    ...findUntypedNouns(english, {
      keysFile: readFileSync(join(root, 'src/i18n/keys.ts'), 'utf8'),
      translateFile: readFileSync(join(root, 'server/texts/translate.ts'), 'utf8'),
    }),
  ]
}

/** The server without the demo data, whose texts are not of the product. */
const readServerSources = () =>
  readSources(root, ['server/**/!(*.test).ts']).filter(({ path }) => !path.startsWith('server/db/seed/'))

function checkStructure(): string[] {
  const files = readSources(root, ['{contract,domain,server,src,sw}/**/!(*.test|*.d).{ts,tsx}'])
  return [
    ...findCrowdedFolders(files.map(({ path }) => path)),
    ...findLongCode(files),
    ...findFeatureRings(files),
    ...findStrayNouns(files),
    ...findUnequalNouns(files),
    ...findStrayMutations(files),
  ]
}

/** Features that Safari 16.4 or iPhones before iOS 17.4 lack, and texts that engines format differently. The types cover neither. */
const uncommon =
  /\b(?:Map\.groupBy|Object\.groupBy|Promise\.withResolvers|AbortSignal\.any|URL\.(?:canParse|parse)|requestIdleCallback|checkVisibility|toLocale(?:Date|Time)String)\(/g

function findUncommonCalls(): string[] {
  const sources = readSources(root, ['{src,sw,contract,domain}/**/!(*.test).{ts,tsx}'])
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(uncommon)].map(([call]) => `${path} ${call}…)`),
  )
}

interface Lines extends Array<string> {
  failed: boolean
  output: string
}

/** Runs a tool of the package. Returns its output lines as failures; empty if it succeeded. */
function run(tool: string, ...args: string[]): Promise<Lines> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules/.bin', tool), args, { cwd: root })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => {
      const failed = code !== 0
      const lines = failed ? output.trim().split('\n').concat(`${tool} ended with ${code}`) : []
      resolve(Object.assign(lines, { failed, output }))
    })
  })
}

const results = await Promise.all(
  Object.entries(checks).map(async ([name, check]) => {
    const start = performance.now()
    const found = await check()
    const ms = Math.round(performance.now() - start)
    const verdict = found.length === 0 ? 'ok  ' : 'FAIL'
    console.log(`${verdict} ${name} (${ms} ms)${found.map((line) => `\n     ${line}`).join('')}`)
    return found.length === 0
  }),
)
if (results.includes(false)) process.exitCode = 1
