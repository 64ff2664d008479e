// docs/asvs.md: one row for each requirement of levels 1 and 2 of OWASP's ASVS 5.0 that applies.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const docs = join(import.meta.dirname, '../../docs')
const VERDICTS = ['held', 'built', 'operator', 'not met']

/** Number of rows of levels 1 and 2 in each section. Their numbers begin with 1; those of level 3 come after them. */
const SECTIONS: Record<string, number> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 11,
  '6.3': 3,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 3,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
}

const ROW = /^\| (\d+\.\d+\.\d+) \| [12] \| ([a-z ]+) \| [^|]+ \| ([^|]+) \|$/
const COUNT = /^\| ([a-z ]+) \| (\d+) \| /

/** Returns rows that are missing, doubled or unknown, wrong counts, and evidence that does not exist. */
export function findAsvsGaps(page = readFileSync(join(docs, '..', 'docs/asvs.md'), 'utf8')): string[] {
  const lines = page.split('\n')
  const rows = lines.flatMap((line) => {
    const [, id, verdict, evidence] = ROW.exec(line) ?? []
    return id && verdict && evidence ? [{ id, verdict, evidence }] : []
  })
  const inapplicable = lines.find((line) => line.startsWith('Not applicable'))?.match(/\d+\.\d+\.\d+/g) ?? []
  const named = [...rows.map(({ id }) => id), ...inapplicable]
  const wanted = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, nth) => `${section}.${nth + 1}`),
  )
  const counts = new Map(lines.flatMap((line) => [COUNT.exec(line)?.slice(1) ?? []]).map(([k, n]) => [k, n]))
  return [
    ...wanted.filter((id) => !named.includes(id)).map((id) => `${id} has no row`),
    ...named
      .filter((id, i) => !wanted.includes(id) || named.indexOf(id) !== i)
      .map((id) => `${id} is too many`),
    ...rows
      .filter(({ verdict }) => !VERDICTS.includes(verdict))
      .map(({ id }) => `${id} has no known verdict`),
    ...VERDICTS.flatMap((verdict) => {
      const count = rows.filter((row) => row.verdict === verdict).length
      return Number(counts.get(verdict)) === count ? [] : [`'${verdict}' has ${count} rows`]
    }),
    ...rows.flatMap(({ id, verdict, evidence }) => {
      const { path, title } = partsOf(evidence)
      if (path === null) return evidence === 'this row' ? [] : [`${id} has no evidence`]
      if (!existsSync(path)) return [`${id} names ${evidence}, which does not exist`]
      if (title !== null && !hasTest(path, title)) return [`${id} names a test that does not exist: ${title}`]
      const isTest = /\/tests\/|\.test\.ts$/.test(path)
      return verdict === 'held' && !isTest ? [`${id} is held by no test or check`] : []
    }),
  ].map((gap) => `docs/asvs.md: ${gap}`)
}

/** Separates the file from the title of a test, if one is named: '`file`: title'. */
function partsOf(evidence: string): { path: string | null; title: string | null } {
  const [, file, title = null] = /^(`[^`]+`): (.+)$/.exec(evidence) ?? []
  return { path: pathOf(file ?? evidence), title }
}

/** Whether a text of the file begins with the title. */
const hasTest = (path: string, title: string) => {
  const source = readFileSync(path, 'utf8')
  return ["'", '"', '`'].some((quote) => source.includes(`(${quote}${title}`))
}

/** Path of the evidence: a file in backquotes, or a link from the folder of documents. */
function pathOf(evidence: string): string | null {
  const file = /^`([^`]+)`$/.exec(evidence)?.[1]
  if (file) return join(docs, '..', file)
  const link = /^\[[^\]]+\]\(([^)]+)\)$/.exec(evidence)?.[1]
  return link ? join(docs, link) : null
}
