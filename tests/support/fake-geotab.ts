import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The accepted account. */
export const FAKE_GEOTAB = { userName: 'wheelbook@example.com', password: 'right password' }

interface Device {
  id: string
  vehicleIdentificationNumber: string | null
  activeTo?: string | null
}
interface Status {
  device: { id: string }
  diagnostic: { id: string } | string
  dateTime: string
  data: number
}
interface FaultRecord {
  id: string
  device: { id: string }
  diagnostic: { id: string; name?: string }
  dateTime: string
  dismissDateTime?: string
}
/** Failure injected into the next request. */
type Trouble =
  | 'session over'
  | 'over limit'
  | 'unavailable'
  | 'garbage'
  | 'not JSON'
  | 'slow'
  | 'reset'
  | 'redirect'

interface Request {
  method: string
  params: {
    database?: string
    userName?: string
    password?: string
    typeName?: string
    fromVersion?: string
    resultsLimit?: number
    search?: { id?: string; fromDate?: string }
    credentials?: { sessionId: string; database: string }
  }
}

/**
 * Fakes the used calls of MyGeotab's JSON-RPC (developers.geotab.com): Authenticate, Get of Device and Diagnostic,
 * GetFeed of StatusData and FaultData by version. Tests put the databases into `databases`.
 */
export async function startFakeGeotab() {
  const databases = new Map<string, { devices: Device[]; status: Status[]; faults: FaultRecord[] }>()
  const diagnostics = new Map<string, string>()
  const sessions = new Set<string>()
  const troubles: Trouble[] = []
  const requests: Request[] = []
  let path = 'ThisServer'

  const server = createServer(async (request, response) => {
    const call = JSON.parse(await bodyOf(request)) as Request
    requests.push(call)
    if (meet(troubles.shift(), request, response)) return
    if (call.method === 'Authenticate') return authenticate(call.params, response)
    const { credentials } = call.params
    if (!credentials || !sessions.has(credentials.sessionId)) return fail(response, 'InvalidUserException')
    const database = databases.get(credentials.database)
    if (!database) return fail(response, 'DbUnavailableException')
    respond(response, { result: resultOf(call, database) })
  })

  /** Whether the injected failure is the whole response. */
  function meet(trouble: Trouble | undefined, request: IncomingMessage, response: ServerResponse): boolean {
    switch (trouble) {
      case undefined:
        return false
      case 'session over':
        sessions.clear()
        return false
      case 'over limit':
        response.setHeader('retry-after', '0')
        fail(response, 'OverLimitException')
        return true
      case 'unavailable':
        response.writeHead(503).end('maintenance')
        return true
      case 'garbage':
        respond(response, { result: { data: 'no list', toVersion: 7 } })
        return true
      case 'not JSON':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>')
        return true
      case 'redirect':
        response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
        return true
      case 'slow':
        // Never responds, so the caller times out.
        return true
      case 'reset':
        request.socket.destroy()
        return true
    }
  }

  function authenticate({ database = '', userName, password }: Request['params'], response: ServerResponse) {
    if (userName !== FAKE_GEOTAB.userName || password !== FAKE_GEOTAB.password || !databases.has(database))
      return fail(response, 'InvalidUserException')
    const sessionId = crypto.randomUUID()
    sessions.add(sessionId)
    respond(response, { result: { credentials: { database, sessionId, userName }, path } })
  }

  function resultOf({ method, params }: Request, database: NonNullable<ReturnType<typeof databases.get>>) {
    if (method === 'Get' && params.typeName === 'Device') return database.devices
    if (method === 'Get') {
      const name = diagnostics.get(params.search?.id ?? '')
      return name === undefined ? [] : [{ id: params.search?.id, name }]
    }
    const all: { dateTime: string }[] = params.typeName === 'StatusData' ? database.status : database.faults
    const from = params.fromVersion === undefined ? 0 : Number.parseInt(params.fromVersion, 16)
    const since = params.search?.fromDate ?? ''
    const found = [...all.entries()].slice(from).filter(([, { dateTime }]) => dateTime >= since)
    const page = found.slice(0, params.resultsLimit)
    const next = page.length < found.length ? (page.at(-1)?.[0] ?? 0) + 1 : all.length
    return { data: page.map(([, record]) => record), toVersion: next.toString(16).padStart(16, '0') }
  }

  const respond = (response: ServerResponse, body: object) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify({ ...body, jsonrpc: '2.0' }))
  }

  function fail(response: ServerResponse, name: string) {
    const message = `${name}: no`
    respond(response, { error: { name: 'JSONRPCError', message, errors: [{ name, message }] } })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    databases,
    diagnostics,
    requests,
    /** Injects a failure into each of the next requests. */
    trouble: (...next: Trouble[]) => troubles.push(...next),
    /** Server to which sign-in redirects. */
    sendTo: (next: string) => {
      path = next
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
