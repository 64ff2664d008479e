// The reference: handwritten Fastify and pg code for the same work. Same connection pool, same statements in the same
// kind of transaction (as recorded from the real server), JSON.stringify, and nothing else.
import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import { openDatabase } from '#server/db/database.ts'
import { type RecordedContext, readRecording, type Step } from './recording.ts'
import type { BenchRoute } from './routes.ts'

export interface BareServerOptions {
  databaseUrl: string
  port: number
  recording: string
  routes: { route: BenchRoute; recorded: RecordedContext }[]
}

const options: BareServerOptions = JSON.parse(process.argv[2] ?? '{}', (_key, value) =>
  value?.type === 'Buffer' ? Buffer.from(value.data) : value,
)
const { pool } = openDatabase(options.databaseUrl, { max: 20 })
const app = Fastify()

for (const { route, recorded } of options.routes) {
  const steps = readRecording(options.recording, `${route.method} ${route.path}`, recorded)
  app.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => {
      const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
      const rows = await run(steps, {
        tokenHash: createHash('sha256').update(token).digest(),
        key: request.headers['idempotency-key'],
        ...(request.body as object | undefined),
      })
      return reply.code(route.status).type('application/json').send(JSON.stringify({ rows }))
    },
  })
}
await app.listen({ port: options.port, host: '127.0.0.1' })
process.stdout.write('ready\n')

/** Runs the steps. Returns the rows of the transaction's last statement that returned any. */
async function run(steps: Step[], brought: RecordedContext): Promise<unknown[]> {
  let result: unknown[] = []
  for (const step of steps) {
    if ('statement' in step) await pool.query(step.statement(brought))
    else result = await runTransaction(step, brought)
  }
  return result
}

async function runTransaction(
  { begin, transaction }: Extract<Step, { begin: string }>,
  brought: RecordedContext,
) {
  const client = await pool.connect()
  let result: unknown[] = []
  try {
    await client.query(begin)
    for (const statement of transaction) {
      const { rows } = await client.query(statement(brought))
      if (rows.length > 0) result = rows
    }
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
