import type { HistoryFields, NewFile } from '#src/offline/model/command.ts'
import { openOffline } from '#src/offline/offline.ts'

/**
 * A command of the soak. Name and version are part of the PO number, so that the entry can be found on the server under
 * any id. twin: the same draft restored in another tab or on another phone, saved with other content under the id of an
 * existing entry.
 */
export interface Act {
  kind: 'create' | 'twin' | 'edit'
  name: string
  id: string
  poNumber: string
  vehicleId: number
  serviceId: number
  /** Each file has a unique name. */
  files: { id: string; name: string; size: number }[]
}

/** What is on the device, in any state. */
export interface OnDevice {
  /** PO numbers of waiting entries. */
  poNumbers: string[]
  /** Names of waiting files. */
  files: string[]
  needsYou: { opId: string; entityId: string; state: string; code: string | null }[]
}

export interface SoakPage {
  /** Enters one after another; reports each saved one through `saved` before the next. */
  enter(acts: Act[]): Promise<void>
  onDevice(): Promise<OnDevice>
  /** Number of operations on the device; cheap, unlike listing them. */
  count(): Promise<number>
  /** Sends everything that waits, including operations that were set aside. */
  sendNow(): Promise<void>
  /** Registers the worker and resolves once it is active. */
  worker(): Promise<void>
}

declare global {
  interface Window {
    soak?: SoakPage
    /** Provided by the soak: receives each confirmation that the outbox would show to the user. */
    saved?: (act: Act, entityId: string, sha256: string[]) => Promise<void>
    refused?: (act: Act, why: string) => Promise<void>
  }
}

const wanted = new URLSearchParams(location.search)
const offline = await openOffline({
  tenantId: Number(wanted.get('tenant')),
  userId: Number(wanted.get('user')),
  country: 'US',
  appName: 'wheelbook',
  appVersion: 'soak',
})
const { outbox, cache } = offline

// After a 401 the user signs in at once.
outbox.status.subscribe(({ pausedFor }) => {
  if (pausedFor === 'auth') outbox.start()
})

async function enter(act: Act): Promise<void> {
  const files = act.files.map(aPdf)
  const digests = await Promise.all(files.map((file) => sha256(file.bytes)))
  const payload: HistoryFields = {
    vehicle_id: act.vehicleId,
    odometer: 48_210,
    date_of_completion: '2025-06-30',
    custom_shop_name: 'Harbour Road Garage',
    po_number: act.poNumber,
    vehicle_services: [{ service_definition_id: act.serviceId, price: '129.95' }],
  }
  let entityId = act.id
  try {
    if (act.kind !== 'edit')
      entityId = (await outbox.enqueue({ kind: 'history.create', id: act.id, payload, files })).entityId
    else {
      const localRow = await cache.history(act.id).current()
      // Users edit what the screen shows, so the row must match the name and not only the id.
      if (!localRow?.row.po_number?.startsWith(`${act.name}.`)) throw new Error('NotOnDevice')
      await outbox.enqueue({
        kind: 'history.update',
        id: act.id,
        basis: localRow.basis,
        payload,
        files,
        removedFileIds: [],
      })
    }
  } catch (error) {
    return window.refused?.(act, error instanceof Error ? error.message : String(error))
  }
  await window.saved?.(act, entityId, digests)
}

const poNumberOf = (payload: unknown): string =>
  String((payload as { fields?: { po_number?: unknown } } | null)?.fields?.po_number)

/** Builds a PDF with a stream of random bytes, which do not compress. */
function aPdf({ id, name, size }: Act['files'][number]): NewFile {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  bytes.set(new TextEncoder().encode('%PDF-1.4\n<<>>stream\n'))
  bytes.set(new TextEncoder().encode('\nendstream\n%%EOF\n'), size - 17)
  return { id, name, type: 'application/pdf', bytes: bytes.buffer }
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

window.soak = {
  async enter(acts) {
    for (const act of acts) await enter(act)
  },
  async onDevice() {
    const entries = await outbox.entries.current()
    const needsYou = entries.filter((entry) =>
      ['rejected', 'conflict', 'damaged', 'stuck'].includes(entry.state),
    )
    return {
      poNumbers: entries.flatMap(({ kind, payload }) =>
        kind.startsWith('history.') ? [poNumberOf(payload)] : [],
      ),
      files: entries.flatMap((entry) => entry.files.map((file) => file.name)),
      needsYou: needsYou.map(({ opId, entityId, state, trouble }) => ({
        opId,
        entityId,
        state,
        code: trouble?.code ?? null,
      })),
    }
  },
  async count() {
    const { waiting, filesWaiting, needsYou } = await outbox.status.current()
    return waiting + filesWaiting + needsYou
  },
  async sendNow() {
    for (const { opId, state } of await outbox.entries.current())
      if (state === 'stuck') await outbox.retry(opId)
    await outbox.retry()
  },
  async worker() {
    await navigator.serviceWorker.register('/sw.js')
    await navigator.serviceWorker.ready
  },
}
offline.start()
