import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser.ts'

/** A running browser on a profile. */
export interface RunningChromium {
  browser: Browser
  context: BrowserContext
  pid: number
  /** Sends SIGKILL to the browser and all its processes, like a removed battery. */
  kill(): Promise<void>
}

/** A profile on disk that several browsers use one after another. */
export interface ChromiumProfile {
  launch(): Promise<RunningChromium>
  remove(): void
}

/** Creates an empty profile in a temporary folder. */
export function freshProfile(): ChromiumProfile {
  const folder = mkdtempSync(join(tmpdir(), 'wheelbook-bench-'))
  return {
    launch: () => launch(folder),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  }
}

async function launch(folder: string): Promise<RunningChromium> {
  // Uses a separate process group, so that one signal reaches all its processes.
  const child = spawn(
    findChromium(),
    [
      '--headless=new',
      ...CHROMIUM_FLAGS,
      '--no-first-run',
      '--no-default-browser-check',
      `--user-data-dir=${folder}`,
      '--remote-debugging-port=0',
      'about:blank',
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const exited = once(child, 'exit')
  const address = await debuggerAddress(child.stderr)
  const browser = await chromium.connectOverCDP(address)
  const [context] = browser.contexts()
  if (!context || child.pid === undefined) throw new Error('Chromium started without a window')
  const group = -child.pid
  return {
    browser,
    context,
    pid: child.pid,
    kill: async () => {
      process.kill(group, 'SIGKILL')
      await exited
      await browser.close().catch(() => undefined)
    },
  }
}

async function debuggerAddress(stderr: NodeJS.ReadableStream): Promise<string> {
  let output = ''
  for await (const chunk of stderr) {
    output += chunk
    const found = /DevTools listening on (ws:\S+)/.exec(output)?.[1]
    if (found) {
      stderr.resume()
      return found
    }
  }
  throw new Error(`Chromium did not start: ${output}`)
}
