import { readFileSync } from 'node:fs'

/** A value of a statement as JSON; `of`: it is whatever the request brings under this name. */
export type Packed = { of: string } | { bytes: string } | { plain: unknown }

export interface RecordedStatement {
  /** Method and path of the request that ran it. */
  request: string
  text: string
  values: Packed[]
}

export const packValue = (value: unknown): Packed =>
  Buffer.isBuffer(value) ? { bytes: value.toString('base64') } : { plain: value }

/** One step of a request: a statement by itself, or a transaction (without its begin and commit). */
export type Step = RecordedStatement[]

/**
 * What one request ran, in its steps. Values equal to one of `brought` (that the recorded request brought, by name)
 * become placeholders, so that each request of the bare route brings its own.
 */
export function readRecording(file: string, request: string, brought: Record<string, unknown>): Step[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const statements = lines
    .map((line) => JSON.parse(line) as RecordedStatement)
    .filter((statement) => statement.request === request)
    .map((statement) => ({ ...statement, values: statement.values.map((value) => placeholder(value, brought)) }))
  const steps: Step[] = []
  let open: Step | null = null
  for (const statement of statements) {
    if (statement.text === 'begin') {
      open = []
      steps.push(open)
    } else if (statement.text === 'commit') open = null
    else if (open) open.push(statement)
    else steps.push([statement])
  }
  if (steps.length === 0) throw new Error(`Nothing was recorded of ${request}.`)
  return steps
}

function placeholder(value: Packed, brought: Record<string, unknown>): Packed {
  const packed = JSON.stringify(value)
  const name = Object.keys(brought).find((key) => JSON.stringify(packValue(brought[key])) === packed)
  return name === undefined ? value : { of: name }
}

/** The value to run a statement with. */
export function unpackValue(value: Packed, brought: Record<string, unknown>): unknown {
  if ('of' in value) return brought[value.of]
  return 'bytes' in value ? Buffer.from(value.bytes, 'base64') : value.plain
}
