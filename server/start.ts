// npm start: builds the app if needed, starts everything, and prints the address and the demo accounts.
import { join, resolve } from 'node:path'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './db/seed/accounts.ts'
import { isBehindProxy } from './http/pages/mailbox-access.ts'
import { buildDist, isBuildStale } from './lifecycle/build.ts'
import { enableCompileCache } from './lifecycle/compile-cache.ts'
import type { Running } from './lifecycle/run.ts'

enableCompileCache()
const { readConfig } = await import('./config/read-config.ts')
const { configWarnings } = await import('./config/config-warnings.ts')
const { processLifetime } = await import('./lifecycle/process.ts')
const { run } = await import('./lifecycle/run.ts')
const { readStartOptions } = await import('./lifecycle/start-options.ts')

const print = (line: string) => console.error(line)
const lifetime = processLifetime(print)
const root = resolve(import.meta.dirname, '..')

try {
  const { isEmpty } = readStartOptions(process.argv.slice(2))
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  for (const warning of configWarnings(config, process.env)) print(warning)
  if (await isBuildStale(root)) {
    print('Building the app …')
    await buildDist(root, lifetime.signal)
  }
  const isSeeded = config.demo && !isEmpty
  const distFolder = join(root, 'dist')
  const running = await run(config, { distFolder, seed: isSeeded, print, signal: lifetime.signal })
  lifetime.attach(running)
  announce(running, config.publicUrl ?? running.url.replace('127.0.0.1', 'localhost'), isSeeded)
} catch (error) {
  lifetime.failed(error)
}

function mailboxLine({ url, services: { config } }: Running, publicUrl: string): string {
  if (!config.exposeMailbox && isBehindProxy(config))
    return 'The mailbox is hidden because a proxy is configured. EXPOSE_DEMO_MAILBOX=true makes it public.'
  const at = config.exposeMailbox ? publicUrl : `http://localhost:${new URL(url).port}`
  const forWhom = config.exposeMailbox ? 'public' : 'on this machine only'
  return `Mailbox: ${at}/mailbox  (one-time passwords; no mail leaves this server; ${forWhom})`
}

function announce(running: Running, url: string, isSeeded: boolean) {
  print(`\nWheelbook is at  ${url}`)
  if (running.services.hasMailbox) print(mailboxLine(running, url))
  if (isSeeded) {
    print(`\nDemo accounts, all with the password ${DEMO_PASSWORD}`)
    const width = Math.max(...DEMO_ACCOUNTS.map((account) => account.email.length))
    for (const { email, role, whatFor } of DEMO_ACCOUNTS)
      print(`  ${email.padEnd(width)}  ${role}: ${whatFor}`)
  }
  if (url.includes('//localhost')) {
    const others = running.services.brands.flatMap((brand) =>
      brand.isDefault ? [] : brand.subdomains.slice(0, 1),
    )
    const [first] = others
    if (first)
      print(
        `\nOther brands at  ${url.replace('localhost', `${first}.localhost`)}  (and so on: ${others.join(', ')})`,
      )
  }
  print('\nStop with Ctrl+C.')
}
