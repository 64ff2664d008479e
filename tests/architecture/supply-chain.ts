// Checks the installed packages offline: integrity, origin, install scripts, licenses and known advisories (S-33).
// `npx node tests/architecture/supply-chain.ts --refresh` asks the configured registry for new advisories.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies } from 'semver'

const ROOT = join(import.meta.dirname, '../..')
const SNAPSHOT = join(import.meta.dirname, 'advisories.json')

interface LockedPackage {
  version?: string
  integrity?: string
  resolved?: string
  license?: string
  hasInstallScript?: boolean
}
export interface Lock {
  packages: Record<string, LockedPackage>
}
export interface Advisory {
  id: string
  package: string
  /** Affected versions, as an npm range. */
  vulnerable: string
  title: string
}
export interface Snapshot {
  taken: string
  note: string
  advisories: Advisory[]
}

/** Allowed licenses, alone or combined with AND, OR. */
const LICENSES = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
  // libvips, which sharp loads as a separate library.
  'LGPL-3.0-or-later',
])
/** Packages without a license in package.json, with the license of their repository. */
const UNNAMED_LICENSES: Record<string, string> = {
  '@openfeature/ofrep-core': 'Apache-2.0',
  '@openfeature/ofrep-provider': 'Apache-2.0',
}

/** Returns one line for each package that breaks a rule. `allowScripts` comes from package.json. */
export function findSupplyChainProblems(
  lock: Lock,
  allowScripts: Record<string, boolean>,
  advisories: readonly Advisory[],
): string[] {
  return Object.entries(lock.packages).flatMap(([path, locked]) => {
    if (path === '') return []
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const label = `${name} ${locked.version}`
    const faults: string[] = []
    if (!locked.integrity) faults.push(`${label} has no integrity in the lock file`)
    // Without a URL, npm uses the configured registry. Anything else would be another origin.
    if (locked.resolved) faults.push(`${label} is locked to the address ${locked.resolved}`)
    if (locked.hasInstallScript && allowScripts[name] === undefined)
      faults.push(
        `${label} has an install script that allowScripts in package.json neither allows nor denies`,
      )
    const license = locked.license ?? UNNAMED_LICENSES[name] ?? 'none'
    const unknown = license.split(/[()\s]|\bAND\b|\bOR\b/).filter((word) => word && !LICENSES.has(word))
    if (unknown.length > 0) faults.push(`${label} has the license ${license}`)
    for (const advisory of advisories)
      if (advisory.package === name && satisfies(locked.version ?? '', advisory.vulnerable))
        faults.push(`${label} is affected by ${advisory.id}: ${advisory.title}`)
    return faults
  })
}

const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T

/** Checks the lock file of this repository. */
export function checkSupplyChain(): string[] {
  const { allowScripts = {} } = readJson<{ allowScripts?: Record<string, boolean> }>(
    join(ROOT, 'package.json'),
  )
  const lock = readJson<Lock>(join(ROOT, 'package-lock.json'))
  return findSupplyChainProblems(lock, allowScripts, readJson<Snapshot>(SNAPSHOT).advisories)
}

interface Audit {
  vulnerabilities?: Record<
    string,
    { via: (string | { url: string; name: string; range: string; title: string })[] }
  >
}

/** Adds the result of `npm audit` to the snapshot. Fails if the registry does not support audits. */
function refresh(): void {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const audit = JSON.parse(stdout || '{}') as Audit
  if (!audit.vulnerabilities)
    throw new Error('The configured registry answers no audits; the snapshot is unchanged.')
  const found = Object.values(audit.vulnerabilities)
    .flatMap(({ via }) => via.filter((cause) => typeof cause !== 'string'))
    .map(({ url, name, range, title }): Advisory => {
      return { id: url.slice(url.lastIndexOf('/') + 1), package: name, vulnerable: range, title }
    })
  const { note, advisories } = readJson<Snapshot>(SNAPSHOT)
  const isNew = (advisory: Advisory) =>
    !advisories.some(({ id, package: name }) => id === advisory.id && name === advisory.package)
  const all = [...advisories, ...found.filter(isNew)].map((advisory) => `    ${JSON.stringify(advisory)}`)
  const taken = new Date().toISOString().slice(0, 10)
  writeFileSync(
    SNAPSHOT,
    `{\n  "taken": "${taken}",\n  "note": ${JSON.stringify(note)},\n  "advisories": [\n${all.join(',\n')}\n  ]\n}\n`,
  )
}

if (import.meta.main && process.argv.includes('--refresh'))
  try {
    refresh()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
