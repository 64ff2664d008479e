// Loaded into the server with --import: records each statement of a request with its values, so that the bare route
// runs the same ones (see recording.ts).
import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync } from 'node:fs'
import { Server } from 'node:http'
import pg from 'pg'
import { packValue, type RecordedStatement } from './recording.ts'

const file = process.env.RECORD_SQL_TO ?? '/dev/null'
const requests = new AsyncLocalStorage<string>()

const emit = Server.prototype.emit
Server.prototype.emit = function (this: Server, event: string, ...args: unknown[]) {
  if (event !== 'request') return emit.call(this, event, ...args)
  const { method, url } = args[0] as { method: string; url: string }
  return requests.run(`${method} ${url.split('?')[0]}`, () => emit.call(this, event, ...args))
} as typeof emit

const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const request = requests.getStore()
  const [first, second] = args
  const isObject = typeof first === 'object' && first !== null
  const { name, text, values } = (isObject ? first : { text: first, values: second }) as pg.QueryConfig
  if (request && typeof text === 'string') {
    const statement: RecordedStatement = {
      request,
      name,
      text,
      values: (Array.isArray(values) ? values : []).map(packValue),
    }
    appendFileSync(file, `${JSON.stringify(statement)}\n`)
  }
  return query.apply(this, args)
} as typeof pg.Client.prototype.query
