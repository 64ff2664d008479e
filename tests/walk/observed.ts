import { traverseContractProcedures } from '@orpc/server'
import type { BrowserContext, Page, Route } from 'playwright'
import { contract } from '#contract/contract.ts'
import type { CallMeta } from '#contract/core/route.ts'

/** Errors, calls and side effects of the page during a walk. */
export interface Observed {
  /** Errors since the last call, one line each. */
  takeErrors(): string[]
  /** Whether data or code is being loaded. */
  isBusy(): boolean
  /** Changes that the app tried to make since the last call; none reaches the server. */
  takeWrites(): string[]
  /** Number of downloads, file choosers, calendars and windows since the last call. */
  takeSideEffects(): number
}

/** Writes that the app makes automatically: for the push channel, the device, and the session's fleet. */
const HOUSEKEEPING = /^\/api\/v4\/(tickets|clients\/heartbeat|fleet_users\/impersonate_fleet)$/

/** Returns a function that checks whether a call of the contract changes nothing. */
function readCalls(): (method: string, path: string) => boolean {
  const posts: RegExp[] = []
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: definition }) => {
    const { method, path = '' } = definition['~orpc'].route
    const { kind } = definition['~orpc'].meta as CallMeta
    if (method === 'POST' && kind === 'read')
      posts.push(new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))
  })
  return (method, path) => /^(GET|HEAD|OPTIONS)$/.test(method) || posts.some((post) => post.test(path))
}

/** Observes a browser context and blocks every change, so that the walk leaves the data as it was. */
export async function observe(context: BrowserContext, page: Page): Promise<Observed> {
  const isRead = readCalls()
  const errors: string[] = []
  const writes: string[] = []
  let sideEffects = 0
  const open = new Set<object>()
  await context.route('**/api/**', (route: Route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (HOUSEKEEPING.test(pathname) || isRead(request.method(), pathname)) return route.fallback()
    writes.push(`${request.method()} ${pathname}`)
    return route.fulfill({ status: 403, json: { code: 'forbidden', messages: [] } })
  })
  // The worker's calls continue in the background, and the push channel never ends.
  page.on('request', (request) => {
    if (/^\/(api|assets|locales)\//.test(new URL(request.url()).pathname)) open.add(request)
  })
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
  page.on('response', (response) => {
    if (response.status() < 400) return
    const { pathname, search } = new URL(response.url())
    if (!HOUSEKEEPING.test(pathname) && !isRead(response.request().method(), pathname)) return
    errors.push(`${response.request().method()} ${pathname}${search} returned ${response.status()}`)
  })
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    // The browser logs a line of its own for each blocked change and each status of 4xx.
    if (message.type() !== 'error' || /^Failed to load resource/.test(message.text())) return
    errors.push(`console: ${message.text().slice(0, 300)}`)
  })
  const note = () => {
    sideEffects += 1
  }
  // The browser's calendar is not part of the page.
  await context.exposeFunction('notePicker', note)
  await context.addInitScript(notePickers)
  page.on('download', note)
  page.on('filechooser', note)
  page.on('popup', (other) => {
    note()
    void other.close()
  })
  return {
    takeSideEffects() {
      const seen = sideEffects
      sideEffects = 0
      return seen
    },
    takeErrors: () => errors.splice(0),
    takeWrites: () => writes.splice(0),
    isBusy: () => open.size > 0,
  }
}

/** Runs in the page: reports each calendar that is opened. */
function notePickers() {
  const show = HTMLInputElement.prototype.showPicker
  HTMLInputElement.prototype.showPicker = function (this: HTMLInputElement) {
    ;(window as unknown as { notePicker: () => void }).notePicker()
    show.call(this)
  }
}
