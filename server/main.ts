// The server alone, for installations: nothing is built, nothing is seeded unless DEMO is set.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { attachToProcess, fail } from './process.ts'
import { run } from './run.ts'

const say = (line: string) => console.error(line)
try {
  const config = readConfig(process.env)
  const distFolder = join(import.meta.dirname, '../dist')
  if (!existsSync(distFolder))
    throw new Error('There is no dist/ to serve. Build the app first: npm run build')
  const running = await run(config, {
    distFolder,
    seed: config.demo && !process.argv.includes('--empty'),
    say,
  })
  attachToProcess(running, say)
  say(`Wheelbook answers at ${config.publicUrl ?? running.url}`)
} catch (error) {
  fail(error)
}
