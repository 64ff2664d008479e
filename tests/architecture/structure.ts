import { dirname, join } from 'node:path'
import { locationOf, type SourceFile, visit } from './source-files.ts'

// Limits that keep the code easy to survey for a newcomer (decision 63).

const FOLDER_FILES_MAX = 15
const FILE_LINES_MAX = 300
const FUNCTION_LINES_MAX = 80

/** Returns the folders that hold more source files than FOLDER_FILES_MAX, tests not counted. */
export function findCrowdedFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > FOLDER_FILES_MAX)
    .map(([folder, count]) => `${folder} holds ${count} files; at most ${FOLDER_FILES_MAX}`)
}

/** Returns files and functions over their limits. */
export function findLongCode(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const { lines, longest, location } = sizeOf(file)
    return [
      ...(lines > FILE_LINES_MAX ? [`${file.path} has ${lines} lines; at most ${FILE_LINES_MAX}`] : []),
      ...(longest > FUNCTION_LINES_MAX
        ? [`${location} function of ${longest} lines; at most ${FUNCTION_LINES_MAX}`]
        : []),
    ]
  })
}

function sizeOf(file: SourceFile): { lines: number; longest: number; location: string } {
  let [longest, location] = [0, file.path]
  const measure = (node: { start: number; end: number }) => {
    const length = lineCount(file.text.slice(node.start, node.end))
    if (length > longest) [longest, location] = [length, locationOf(file, node)]
  }
  visit(file, {
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  })
  return { lines: lineCount(file.text), longest, location }
}

/**
 * Returns rings of features (`<area>/<noun>`) that import each other, directly or through others. The import rules see
 * only rings of files.
 */
export function findFeatureRings(files: readonly SourceFile[]): string[] {
  const imported = new Map<string, Map<string, string>>()
  for (const file of files) {
    const from = featureOf(file.path)
    if (!from) continue
    for (const statement of file.program.body) {
      if (statement.type !== 'ImportDeclaration') continue
      const to = featureOf(pathOf(statement.source.value, file.path))
      if (!to || to === from) continue
      const targets = imported.get(from) ?? new Map<string, string>()
      imported.set(from, targets.set(to, locationOf(file, statement)))
    }
  }
  const reported = new Set<string>()
  return [...imported.keys()].flatMap((feature) => {
    const ring = shortestRing(imported, feature)
    if (!ring || ring.some((member) => reported.has(member))) return []
    for (const member of ring) reported.add(member)
    const places = ring.map((from, n) => imported.get(from)?.get(ring[n + 1] ?? feature))
    return [`${ring.join(' and ')} import each other: ${places.join(', ')}`]
  })
}

/** Returns the features on the shortest way from a feature back to itself, in the order of their imports. */
function shortestRing(
  imported: ReadonlyMap<string, ReadonlyMap<string, string>>,
  feature: string,
): string[] | undefined {
  const seen = new Set<string>()
  const ways = [[feature]]
  for (const way of ways)
    for (const next of imported.get(way.at(-1) ?? '')?.keys() ?? []) {
      if (next === feature) return way
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  return undefined
}

/** Returns the path of an imported file below the root. */
function pathOf(specifier: string, importer: string): string {
  return specifier.startsWith('.') ? join(dirname(importer), specifier) : specifier.replace(/^#/, '')
}

function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1]
}

function lineCount(text: string): number {
  return text.trimEnd().split('\n').length
}

/**
 * Returns the calls whose server code a newcomer would not find by the path of their contract: each
 * `contract/<area>/<noun>.ts` with calls needs `server/modules/<area>/<any>/<noun>.routes.ts`.
 */
export function findStrayNouns(files: readonly SourceFile[]): string[] {
  const routes = new Set(
    files.flatMap(({ path }) => {
      const [, area, noun] = /^server\/modules\/([^/]+)\/[^/]+\/([^/]+)\.routes\.ts$/.exec(path) ?? []
      return area && noun ? [`${area}/${noun}`] : []
    }),
  )
  return files.flatMap(({ path, text }) => {
    const noun = /^contract\/([^/]+\/[^/]+)\.ts$/.exec(path)?.[1]
    const hasCalls = noun && /export const \w+Contract\b/.test(text)
    return hasCalls && !routes.has(noun)
      ? [`${path} has no server/modules/${noun.replace('/', '/*/')}.routes.ts`]
      : []
  })
}

/** Similar names of different things: the form, and the list of past sign-ins. */
const DIFFERENT_NOUNS = ['access/sign-in']

/**
 * Returns screen folders whose area or name differs from the server's. A noun that both sides have must be in the same
 * area under the same name, singular or plural on both.
 */
export function findUnequalNouns(files: readonly SourceFile[]): string[] {
  const nounsIn = (pattern: RegExp) => [
    ...new Set(files.flatMap(({ path }) => pattern.exec(path)?.[1] ?? [])),
  ]
  const server = nounsIn(/^server\/modules\/([^/]+\/[^/]+)\//)
  const features = nounsIn(/^src\/features\/([^/]+\/[^/]+)\//)
  const singular = (noun: string) => noun.replace(/s$/, '')
  return features.flatMap((feature) => {
    const noun = feature.split('/')[1] ?? ''
    const same = server.filter((folder) => singular(folder.split('/')[1] ?? '') === singular(noun))
    return same.length === 0 || same.includes(feature) || DIFFERENT_NOUNS.includes(feature)
      ? []
      : [`src/features/${feature} belongs at src/features/${same[0]}, as server/modules/${same[0]}`]
  })
}

/** Where `useMutation` is allowed: in `useWrite`, and for actions that write nothing to the server (decision 66). */
export const MUTATION_FILES: readonly string[] = [
  'src/forms/useWrite.ts',
  'src/features/access/account/useSaveLanguage.ts',
  'src/features/access/fleet/FleetSwitchDialog.tsx',
  'src/features/access/sign-out/SignOut.tsx',
  'src/features/home/device/StorageSection.tsx',
  'src/features/home/outbox/Tray.tsx',
  'src/features/home/outbox/conflict/ConflictDialog.tsx',
  'src/features/home/outbox/entries/MoveDialog.tsx',
  'src/features/home/outbox/entries/useEntryActions.ts',
  'src/features/home/outbox/entries/useGroupActions.ts',
  'src/features/home/outbox/export/useExport.ts',
]

/** Returns imports of `useMutation` outside the allowed files, and allowed files that do not import it. */
export function findStrayMutations(files: readonly SourceFile[], allowed = MUTATION_FILES): string[] {
  const found = new Map<string, string>()
  for (const file of files)
    for (const statement of file.program.body) {
      if (statement.type !== 'ImportDeclaration') continue
      const isMutation = statement.specifiers.some(
        (specifier) =>
          specifier.type === 'ImportSpecifier' &&
          specifier.imported.type === 'Identifier' &&
          specifier.imported.name === 'useMutation',
      )
      if (isMutation) found.set(file.path, locationOf(file, statement))
    }
  return [
    ...[...found]
      .filter(([path]) => !allowed.includes(path))
      .map(([, place]) => `${place} imports useMutation; write with useWrite`),
    ...allowed
      .filter((path) => !found.has(path))
      .map((path) => `${path} does not import useMutation: remove it from MUTATION_FILES`),
  ]
}
