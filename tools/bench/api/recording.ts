import { readFileSync } from 'node:fs'

/** A value of a statement, as JSON. */
export type Packed = { bytes: string } | { plain: unknown }

/** A recorded statement, as record-sql.ts writes it. */
export interface RecordedStatement {
  /** Method and path of its request. */
  request: string
  /** Name of the prepared statement, if any. */
  name?: string | undefined
  text: string
  values: Packed[]
}

export const packValue = (value: unknown): Packed =>
  Buffer.isBuffer(value) ? { bytes: value.toString('base64') } : { plain: value }

/** Values that a request provides, by name: its token's hash, its key, the fields of its body. */
export type RecordedContext = Record<string, unknown>

/** Builds a query for pg from a request's values. */
export type Statement = (brought: RecordedContext) => {
  name?: string | undefined
  text: string
  values: unknown[]
}

/** A single statement, or those of one transaction with its BEGIN statement. */
export type Step = { statement: Statement } | { begin: string; transaction: Statement[] }

/**
 * Returns the steps of a recorded request. Values that the recorded request provided (`recorded`) are replaced by those
 * of each later request with the same name; all others stay.
 */
export function readRecording(file: string, request: string, recorded: RecordedContext): Step[] {
  const steps: Step[] = []
  let open: Statement[] | null = null
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const written: RecordedStatement = JSON.parse(line)
    if (written.request !== request) continue
    const statement = statementOf(written, recorded)
    if (written.text.startsWith('begin')) {
      open = []
      steps.push({ begin: written.text, transaction: open })
    } else if (written.text === 'commit') open = null
    else if (open) open.push(statement)
    else steps.push({ statement })
  }
  if (steps.length === 0) throw new Error(`Nothing was recorded of ${request}.`)
  return steps
}

function statementOf({ name, text, values }: RecordedStatement, recorded: RecordedContext): Statement {
  const names = Object.entries(recorded).map(
    ([name, value]) => [name, JSON.stringify(packValue(value))] as const,
  )
  const makers = values.map((value) => {
    const packed = JSON.stringify(value)
    const field = names.find(([, of]) => of === packed)?.[0]
    const constant = 'bytes' in value ? Buffer.from(value.bytes, 'base64') : value.plain
    return (brought: RecordedContext) => (field === undefined ? constant : brought[field])
  })
  return (brought) => ({ name, text, values: makers.map((make) => make(brought)) })
}
