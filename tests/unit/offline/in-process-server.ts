import { createHash } from 'node:crypto'
import type { Transport, TransportFailure, TransportResponse } from '#src/offline/transport/transport.ts'
import { readFields } from '#tests/offline/fault-rows.ts'
import { createFaultWorld, type FaultResponse, type Noun, problem } from '#tests/offline/fault-world.ts'

/** What can happen to one attempt. lostAck: done, and the response is lost. */
export type AttemptFault = 'ok' | 'lostAck' | 'reset' | '503' | 'portal'

/** URLs of immutable commands about a vehicle. */
const ACT =
  /\/api\/v4\/vehicles\/(update_is_completed|\d+\/(?:odometer_readings|oem_schedules|vehicle_reminders).*)$/

/** The fault server's world without a network: thousands of runs in seconds. */
export function inProcessServer(next: () => AttemptFault) {
  const world = createFaultWorld(true)
  const keys: string[] = []
  /** Vehicles that were deleted or that this user no longer sees: writes are refused and reads find nothing. */
  const goneVehicles = new Set<number>()
  const refused = new Set<string>()
  /** Readings, voids, marks and snoozes that took effect, by key; a repeated key has no effect. */
  const acts = new Map<string, { path: string; fields: Record<string, unknown> }>()

  /** Bodies of the next responses to them; otherwise `{ success: true }`. */
  const responses: unknown[] = []

  const transport: Transport = async (outgoing, signal) => {
    const fault = next()
    await new Promise((resolve) => setImmediate(resolve))
    if (signal.aborted) return 'stopped'
    if (fault === 'reset') return 'network'
    if (fault === 'portal') return respond({ status: 200, body: null }, null, 'text/html')
    const key = outgoing.headers['Idempotency-Key'] ?? ''
    if (fault === '503') return respond({ status: 503, body: { code: 'unavailable' } }, key)
    keys.push(key)
    const response = await handle(outgoing, key)
    return fault === 'lostAck' ? 'network' : respond(response, key)
  }

  async function handle(outgoing: Parameters<Transport>[0], key: string): Promise<FaultResponse> {
    const act = ACT.exec(outgoing.url)?.[1]
    if (act !== undefined) return takeAct(act, key, outgoing.body)
    const [, noun = '', id = null, offset] =
      /\/api\/v4\/(\w+)(?:\/([^/]+)(?:\/parts\/(\d+))?)?$/.exec(outgoing.url) ?? []
    if (noun.endsWith('_documents')) {
      const bytes = Buffer.from((outgoing.body as ArrayBuffer | null) ?? new ArrayBuffer())
      if (offset !== undefined)
        return world.putPart(id ?? '', Number(offset), bytes, outgoing.headers['Content-Digest'] ?? null)
      return world.putFile(id ?? '', bytes, outgoing.headers['Repr-Digest'] ?? null, key)
    }
    const sent = new Response(outgoing.body)
    const body = Buffer.from(await sent.arrayBuffer())
    const all = body.length > 0 ? await readFields(sent.headers.get('content-type') ?? '', body) : {}
    const fields = (all.glovebox_item ?? all) as typeof all
    const vehicleIds = [fields.vehicle_id, world.row(id ?? '')?.fields.vehicle_id]
    // A rejection is repeated for its key forever, as on the server.
    if (
      !world.knowsKey(key) &&
      (refused.has(key) || vehicleIds.some((vehicleId) => goneVehicles.has(Number(vehicleId))))
    ) {
      refused.add(key)
      return problem('not_found')
    }
    return world.apply({
      key,
      method: outgoing.method as 'POST' | 'PUT' | 'DELETE',
      noun: noun === 'glovebox_items' ? 'glovebox_item' : 'manual_history',
      id,
      ifMatch: outgoing.headers['If-Match'] ?? null,
      fields,
      fingerprint: createHash('sha256').update(JSON.stringify(fields)).digest('hex'),
    })
  }

  async function takeAct(
    path: string,
    key: string,
    body: Parameters<Transport>[0]['body'],
  ): Promise<FaultResponse> {
    const sent = new Response(body)
    const fields = await readFields(
      sent.headers.get('content-type') ?? '',
      Buffer.from(await sent.arrayBuffer()),
    )
    const known = acts.get(key)
    if (known && JSON.stringify(known) !== JSON.stringify({ path, fields })) return problem('key_reused')
    acts.set(key, { path, fields })
    return { status: 200, body: responses.shift() ?? { success: true } }
  }

  /** Ping and sync. */
  const fetchFn = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(input))
    const headers = { 'x-wheelbook-api': '1', 'content-type': 'application/json' }
    if (url.pathname.endsWith('/sync/receipts')) {
      const { ids } = JSON.parse(String(init?.body)) as { ids: string[] }
      return new Response(
        JSON.stringify({ missing: ids.filter((id) => !world.knowsKey(id) && !acts.has(id)) }),
        { headers },
      )
    }
    const isSync = url.pathname.endsWith('/sync')
    const page = () =>
      world.changesAfter(url.searchParams.get('cursor'), Number(url.searchParams.get('limit')))
    return new Response(JSON.stringify(isSync ? page() : { ok: true }), { headers })
  }

  /** Another user changes the row, regardless of its revision. */
  function editedByOther(id: string, change: Record<string, unknown>, noun: Noun = 'manual_history') {
    const row = world.row(id)
    if (!row || row.deleted) return false
    const { maintenance_documents_attributes: _m, glovebox_documents_attributes: _g, ...fields } = row.fields
    const common = { key: null, noun, id, ifMatch: `"${row.rev}"`, fingerprint: '' }
    return world.apply({ ...common, method: 'PUT', fields: { ...fields, ...change } }).status === 200
  }

  return {
    world,
    keys,
    acts,
    responses,
    goneVehicles,
    editedByOther,
    transport,
    fetch: fetchFn as typeof fetch,
  }
}

function respond(
  { status, body, etag }: FaultResponse,
  key: string | null,
  type = 'application/json',
): TransportResponse | TransportFailure {
  const headers: Record<string, string | undefined> = {
    'content-type': type,
    ...(type === 'application/json' ? { 'x-wheelbook-api': '1' } : {}),
    'x-wheelbook-op': key ?? undefined,
    etag,
  }
  return { status, text: JSON.stringify(body), header: (name) => headers[name.toLowerCase()] ?? null }
}
