// The server alone, for installations: builds nothing, and seeds nothing unless DEMO is set.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { enableCompileCache } from './lifecycle/compile-cache.ts'

enableCompileCache()
const { readConfig } = await import('./config/read-config.ts')
const { configWarnings } = await import('./config/config-warnings.ts')
const { processLifetime } = await import('./lifecycle/process.ts')
const { run } = await import('./lifecycle/run.ts')
const { readStartOptions } = await import('./lifecycle/start-options.ts')

const print = (line: string) => console.error(line)
const lifetime = processLifetime(print)
try {
  const { isEmpty } = readStartOptions(process.argv.slice(2))
  const config = readConfig(process.env)
  for (const warning of configWarnings(config, process.env)) print(warning)
  const distFolder = join(import.meta.dirname, '../dist')
  if (!existsSync(distFolder)) throw new Error('dist/ does not exist. Build the app first: npm run build')
  const running = await run(config, {
    distFolder,
    seed: config.demo && !isEmpty,
    print,
    signal: lifetime.signal,
  })
  lifetime.attach(running)
  print(`Wheelbook is running at ${config.publicUrl ?? running.url}`)
} catch (error) {
  lifetime.failed(error)
}
