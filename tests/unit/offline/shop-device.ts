import 'fake-indexeddb/auto'
import { afterEach, beforeEach, vi } from 'vitest'
import { shopScope } from '#src/offline/model/scope.ts'
import { openShopQueue, type ShopQueue } from '#src/offline/shop/shop-queue.ts'
import { outboxDb } from '#src/offline/storage/outbox-db.ts'

interface ShopResponse {
  status: number
  body: unknown
}
export const APPROVED: ShopResponse = { status: 200, body: { id: 1, status: 'awaiting_approval' } }

/** What the server has received, by key, and how it answers. */
export const server = {
  received: [] as { key: string; path: string; body: string }[],
  isDown: false,
  responseTo: (_path: string): ShopResponse => APPROVED,
}
export const paths = () => server.received.map(({ path }) => path.replace(/\/api\/v4\/shop_links\/\d+\//, ''))

/** Refuses writes without App-Name, as the real server does. */
function responseTo(path: string, headers: Headers): ShopResponse {
  if (path.endsWith('/ping')) return { status: 200, body: {} }
  return headers.get('App-Name') ? server.responseTo(path) : { status: 403, body: { code: 'cross_site' } }
}

async function serve(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const path = String(url)
  if (server.isDown) throw new TypeError('Failed to fetch')
  const headers = new Headers(init?.headers)
  const key = headers.get('Idempotency-Key') ?? ''
  const { status, body } = responseTo(path, headers)
  if (key) {
    const bytes = init?.body as ArrayBuffer | null | undefined
    server.received.push({ key, path, body: new TextDecoder().decode(bytes ?? new ArrayBuffer(0)) })
  }
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Wheelbook-Api': '1', 'X-Wheelbook-Op': key },
  })
}

/** Ids of files that unsaved forms include. */
export const draftFiles = new Set<string>()
/** Runs before the drafts of forms can be read. */
export const drafts = { restore: async () => true }

let lines: ShopQueue[] = []
export async function open(orderId: number) {
  const line = await openShopQueue(orderId, 'wheelbook', {
    restore: () => drafts.restore(),
    include: (fileId) => draftFiles.has(fileId),
  })
  lines.push(line)
  return line
}

/** Serves the tests of a file, and closes their queues. */
export function serveShops() {
  beforeEach(() => {
    Object.assign(server, { received: [], isDown: false, responseTo: () => APPROVED })
    drafts.restore = async () => true
    vi.stubGlobal('fetch', serve)
  })
  afterEach(() => {
    for (const line of lines) line.close()
    lines = []
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

export const estimateOf = (price: string, photos: readonly string[] = []) => ({
  lines: [{ service_definition_id: 1, price, photos }],
})
export const photoOf = async (n: number) => {
  const bytes = new TextEncoder().encode(`photo ${n}`).buffer as ArrayBuffer
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const id = `00000000-0000-7000-8000-00000000000${n}`
  return { id, name: `${n}.jpg`, type: 'image/jpeg', size: bytes.byteLength, sha256, bytes }
}
export const waiting = async (line: ShopQueue) =>
  (await line.state.current()).ops.map(({ kind, refused }) => (refused ? `${kind}!${refused.code}` : kind))

/** Offline and idle: the sender has found nothing to send. */
export async function openIdle(orderId: number) {
  server.isDown = true
  const line = await open(orderId)
  await new Promise((resolve) => setTimeout(resolve, 50))
  return line
}

/** The database of an order, to be closed. */
export const dbOf = (orderId: number) => outboxDb(shopScope(orderId))

/** The stored operations of an order. */
export async function rowsOf(orderId: number) {
  const db = dbOf(orderId)
  try {
    return await db.ops.orderBy('id').toArray()
  } finally {
    db.close()
  }
}

/** Makes the stored operations of an order look as if the sender had not attempted them. */
export async function markUnsent(orderId: number) {
  const db = dbOf(orderId)
  try {
    await db.ops.toCollection().modify({ firstAttemptAt: null })
  } finally {
    db.close()
  }
}
