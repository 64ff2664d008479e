// npm run dev: the server behind Vite, which serves the app from source and proxies API calls.
import { createServer } from 'vite'
import { configWarnings } from './config/config-warnings.ts'
import { readConfig } from './config/read-config.ts'
import { processLifetime } from './lifecycle/process.ts'
import { run } from './lifecycle/run.ts'
import { readStartOptions } from './lifecycle/start-options.ts'

const print = (line: string) => console.error(line)
const lifetime = processLifetime(print)

try {
  const { isEmpty } = readStartOptions(process.argv.slice(2))
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  for (const warning of configWarnings(config, process.env)) print(warning)
  const seed = config.demo && !isEmpty
  const running = await run(
    { ...config, port: 0 },
    { distFolder: null, seed, print, signal: lifetime.signal },
  )
  process.env.WHEELBOOK_API_ORIGIN = running.url
  const vite = await createServer({ server: { port: config.port, host: config.host } })
  await vite.listen()
  lifetime.attach({ ...running, stop: () => vite.close().then(running.stop) })
  vite.printUrls()
  if (running.services.hasMailbox) print('Mailbox: /mailbox')
} catch (error) {
  lifetime.failed(error)
}
