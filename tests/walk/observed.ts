import { traverseContractProcedures } from '@orpc/server'
import type { BrowserContext, Page, Route } from 'playwright'
import { contract } from '#contract/contract.ts'
import type { CallMeta } from '#contract/core/route.ts'

/** What the page, its console and its calls say while somebody walks. */
export interface Observed {
  /** Errors since the last call, one line each. */
  takeErrors(): string[]
  /** Whether data or code is on its way. */
  isBusy(): boolean
  /** Changes that the app tried to make since the last call; none reaches the server. */
  takeWrites(): string[]
  /** Files that came down, choosers of files and windows that opened since the last call. */
  takeSideEffects(): number
}

/** Writes that the app makes by itself: for the push channel, about the device, about the fleet that it stands in. */
const HOUSEKEEPING = /^\/api\/v4\/(tickets|clients\/heartbeat|fleet_users\/impersonate_fleet)$/

/** Tells whether a call of the contract changes nothing. */
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

/** Follows all that a context does, and lets no change through: whoever walks must find the world as it was. */
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
  // The worker's own calls go on behind the page, and the push channel never ends.
  page.on('request', (request) => {
    if (/^\/(api|assets|locales)\//.test(new URL(request.url()).pathname)) open.add(request)
  })
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
  page.on('response', (response) => {
    if (response.status() < 400) return
    const { pathname, search } = new URL(response.url())
    if (!HOUSEKEEPING.test(pathname) && !isRead(response.request().method(), pathname)) return
    errors.push(`${response.request().method()} ${pathname}${search} answered ${response.status()}`)
  })
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    // A blocked change and a status of 4xx are told of in a line of the browser's own.
    if (message.type() !== 'error' || /^Failed to load resource/.test(message.text())) return
    errors.push(`console: ${message.text().slice(0, 300)}`)
  })
  const note = () => {
    sideEffects += 1
  }
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
