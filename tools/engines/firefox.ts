import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tests/support/production-server.ts'
import { requireProgram } from './install.ts'
import type { Engine, Session } from './tab.ts'

const PREFERENCES = `
user_pref('datareporting.policy.dataSubmissionEnabled', false);
user_pref('app.update.enabled', false);
user_pref('browser.shell.checkDefaultBrowser', false);
user_pref('network.captive-portal-service.enabled', false);
user_pref('network.connectivity-service.enabled', false);
user_pref('services.settings.server', '');
user_pref('remote.prefs.recommended', true);
`

/** Debian's Firefox ESR over WebDriver BiDi, on a profile that persists between sessions. */
export async function firefox(): Promise<Engine> {
  const program = requireProgram('/usr/bin/firefox-esr', ['firefox-esr'])
  const profile = await mkdtemp(join(tmpdir(), 'wheelbook-firefox-'))
  await writeFile(join(profile, 'user.js'), PREFERENCES)
  let running: ChildProcess | null = null
  return {
    name: 'Firefox ESR',
    reopens: 'the browser is closed and started again on its profile',
    async start() {
      const port = await freePort()
      const address = [
        '--headless',
        '--no-remote',
        '--profile',
        profile,
        '--remote-debugging-port',
        String(port),
      ]
      running = spawn(program, address, { stdio: 'ignore', env: { ...process.env, HOME: profile } })
      return session(await connect(`ws://127.0.0.1:${port}/session`), running)
    },
    async end() {
      if (running?.exitCode === null) running.kill('SIGKILL')
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

async function session(bidi: Bidi, child: ChildProcess): Promise<Session> {
  await bidi.call('session.new', { capabilities: {} })
  const { contexts } = await bidi.call<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context ?? ''
  const evaluate = (functionDeclaration: string, args: readonly unknown[], resultOwnership = 'none') =>
    bidi.call<Evaluated>('script.callFunction', {
      functionDeclaration,
      awaitPromise: true,
      target: { context },
      resultOwnership,
      arguments: args.map((value) => ({ type: 'string', value: JSON.stringify(value) })),
    })
  return {
    tab: {
      async goto(url) {
        await bidi.call('browsingContext.navigate', { context, url, wait: 'complete' })
      },
      async run(body, ...args) {
        const wrapped = `async (...texts) => JSON.stringify((await (async (...args) => {${body}})(...texts.map((text) => JSON.parse(text)))) ?? null)`
        const { result, exceptionDetails } = await evaluate(wrapped, args)
        if (exceptionDetails) throw new Error(exceptionDetails.text)
        return JSON.parse(String(result?.value))
      },
      async type(selector, text) {
        const set = `(selector, text) => {
          const field = document.querySelector(JSON.parse(selector))
          field.focus()
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, JSON.parse(text))
          field.dispatchEvent(new Event('input', { bubbles: true }))
        }`
        await evaluate(set, [selector, text])
      },
      async choose(selector, paths) {
        const { result } = await evaluate('(text) => document.querySelector(JSON.parse(text))', [selector])
        await bidi.call('input.setFiles', { context, element: { sharedId: result?.sharedId }, files: paths })
      },
    },
    async close() {
      const exited = once(child, 'exit')
      await bidi.call('browser.close', {})
      await exited
    },
  }
}

interface Evaluated {
  result?: { value?: unknown; sharedId?: string }
  exceptionDetails?: { text: string }
}

interface Bidi {
  call<T>(method: string, params: object): Promise<T>
}

async function connect(url: string): Promise<Bidi> {
  const socket = await opened(url)
  const waiting = new Map<
    number,
    (response: { result?: unknown; error?: string; message?: string }) => void
  >()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as {
      id?: number
      result?: unknown
      error?: string
      message?: string
    }
    waiting.get(message.id ?? 0)?.(message)
  })
  return {
    call: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, ({ result, error, message }) =>
          error ? reject(new Error(`${method}: ${error} ${message}`)) : resolve(result as never),
        )
        socket.send(JSON.stringify({ id, method, params }))
      }),
  }
}

async function opened(url: string): Promise<WebSocket> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const socket = new WebSocket(url)
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.addEventListener('open', () => resolve(true))
      socket.addEventListener('error', () => resolve(false))
    })
    if (isOpen) return socket
    await sleep(150)
  }
  throw new Error('Firefox does not answer at its remote port')
}
