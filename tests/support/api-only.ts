// server/main.ts without the app, for tests that need a real process but no build.
import { enableCompileCache } from '#server/lifecycle/compile-cache.ts'

enableCompileCache()
const { readConfig } = await import('#server/config/read-config.ts')
const { processLifetime } = await import('#server/lifecycle/process.ts')
const { run } = await import('#server/lifecycle/run.ts')

const print = (line: string) => console.error(line)
const lifetime = processLifetime(print)
try {
  const { signal } = lifetime
  const running = await run(readConfig(process.env), { distFolder: null, seed: false, print, signal })
  lifetime.attach(running)
} catch (error) {
  lifetime.failed(error)
}
