import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tests/support/production-server.ts'
import { requireProgram } from './install.ts'
import type { Engine, Tab } from './tab.ts'

const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/**
 * Debian's WebKitGTK over its own WebDriver, on an Xvfb screen. Under automation it stores nothing on disk, so its
 * process must keep running: the app is closed by closing its window.
 */
export async function webkit(): Promise<Engine> {
  const driver = requireProgram('/usr/bin/WebKitWebDriver', ['webkit2gtk-driver'])
  requireProgram('/usr/bin/Xvfb', ['xvfb'])
  const display = `:${90 + (process.pid % 100)}`
  const port = await freePort()
  const env = {
    ...process.env,
    DISPLAY: display,
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
    GDK_BACKEND: 'x11',
  }
  const processes: ChildProcess[] = [
    spawn('/usr/bin/Xvfb', [display, '-screen', '0', '1280x900x24'], { stdio: 'ignore' }),
  ]
  await sleep(1_000)
  processes.push(spawn(driver, ['-p', String(port)], { stdio: 'ignore', env }))
  const call = callerOf(`http://127.0.0.1:${port}`)
  let at: string | null = null
  return {
    name: 'WebKitGTK',
    reopens:
      'its window is closed and a new one opened (its process stays: under automation it stores nothing on disk)',
    async start() {
      if (at === null) at = await newSession(call)
      const session = at
      const { handle } = await call<{ handle: string }>('POST', `${session}/window/new`, { type: 'tab' })
      for (const other of await call<string[]>('GET', `${session}/window/handles`)) {
        if (other === handle) continue
        await call('POST', `${session}/window`, { handle: other })
        await call('DELETE', `${session}/window`)
      }
      await call('POST', `${session}/window`, { handle })
      return {
        tab: tabOf(call, session),
        // The next start closes this window once another exists, because a session ends with its last window.
        close: async () => void (await call('POST', `${session}/url`, { url: 'about:blank' })),
      }
    },
    async end() {
      if (at !== null) await call('DELETE', at).catch(() => {})
      for (const child of processes) child.kill('SIGTERM')
    },
  }
}

type Call = <T>(method: string, path: string, body?: object) => Promise<T>

function tabOf(call: Call, session: string): Tab {
  async function enter(selector: string, text: string): Promise<void> {
    const found = await call<Record<string, string>>('POST', `${session}/element`, {
      using: 'css selector',
      value: selector,
    })
    await call('POST', `${session}/element/${found[ELEMENT]}/value`, { text })
  }
  return {
    goto: (url) => call('POST', `${session}/url`, { url }),
    async run(body, ...args) {
      const script = `return (async (...args) => {${body}})(...arguments).then((value) => JSON.stringify(value ?? null))`
      return JSON.parse(await call<string>('POST', `${session}/execute/sync`, { script, args }))
    },
    type: (selector, text) => enter(selector, text),
    choose: (selector, paths) => enter(selector, paths.join('\n')),
  }
}

async function newSession(call: Call): Promise<string> {
  const options = { binary: requireProgram(MINI_BROWSER, ['webkit2gtk-driver']), args: ['--automation'] }
  const alwaysMatch = { 'webkitgtk:browserOptions': options, timeouts: { script: 60_000, pageLoad: 60_000 } }
  for (let attempt = 0; ; attempt++) {
    try {
      const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
        capabilities: { alwaysMatch },
      })
      return `/session/${sessionId}`
    } catch (error) {
      if (attempt > 10) throw error
      await sleep(500)
    }
  }
}

function callerOf(base: string): Call {
  return async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      body: body ? JSON.stringify(body) : method === 'POST' ? '{}' : null,
    })
    const { value } = (await response.json()) as { value: never }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
}
