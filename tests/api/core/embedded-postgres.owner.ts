// A server process reduced to its database. Tests kill it as they would kill the real one.
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'

const [folder = '', whenDone] = process.argv.slice(2)
const messages: string[] = []

process.on('SIGINT', () => {})
try {
  const { connectionString, pid, adopted, ...rest } = await startEmbeddedPostgres({
    folder,
    log: (message) => messages.push(message),
  })
  process.stdout.write(
    `${JSON.stringify({ connectionString, pid, adopted, folder: rest.folder, messages })}\n`,
  )
  if (whenDone === 'exit') process.exit(0)
  if (whenDone === 'stop') await rest.stop()
  else setInterval(() => {}, 60_000)
} catch (error) {
  const { code, message } = error as Error & { code: string }
  process.stdout.write(`${JSON.stringify({ code, message })}\n`)
}
