import { randomUUID, type UUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '#tests/support/client.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { aPdf, fileHeaders, manifestOf } from '#tests/support/files.ts'

const HISTORIES = '/manual_maintenance_histories'
const FILES = '/maintenance_documents'

export interface SentFile {
  id: string
  key: UUID
  bytes: Buffer<ArrayBuffer>
  isAcknowledged: boolean
}

/** An entry as a phone stores it until the server has acknowledged it and its files. */
export interface SentEntry {
  /** Part of its order number, so that its rows can be found regardless of their id. */
  tag: string
  key: UUID
  body: object
  files: SentFile[]
  /** The id of the acknowledged row; null: not acknowledged. */
  id: string | null
}

/** The outcome of a call: acknowledged, refused for now (503, 409 in progress), or no response. */
type CallEnd = 'acknowledged' | 'refused' | 'no response'

export const isAcknowledged = (entry: SentEntry) =>
  entry.id !== null && entry.files.every((file) => file.isAcknowledged)

/**
 * Sends histories with files as phones do: the entry, then each file. Every other entry has no id, so that only its key
 * prevents duplicates.
 */
export function senderOf(client: Client, vehicleIds: readonly number[], serviceId: number) {
  const entries: SentEntry[] = []
  /** Calls with their start time, for the test of a clean shutdown. */
  const calls: { startedAt: number; end: CallEnd }[] = []

  function makeEntry(): SentEntry {
    const nth = entries.length
    const tag = `K${nth}-${randomUUID().slice(0, 8)}`
    const files = Array.from({ length: nth % 3 }, (_, i) => ({
      id: randomUUID(),
      key: randomUUID(),
      bytes: aPdf(`${tag} ${i} ${'x'.repeat((nth % 7) * 20_000)}`),
      isAcknowledged: false,
    }))
    const vehicle_id = vehicleIds[nth % vehicleIds.length] ?? 0
    const { id, ...rest } = aHistory(
      {
        vehicle_id,
        po_number: tag,
        vehicle_services: [
          { service_definition_id: serviceId, price: '49.90' },
          { service_definition_id: serviceId, price: '10.10' },
        ],
        maintenance_documents_attributes: files.map((file) =>
          manifestOf(file.bytes, { id: file.id, file_name: `${file.id}.pdf` }),
        ),
      },
      serviceId,
    )
    const entry = { tag, key: randomUUID(), body: nth % 2 === 0 ? { id, ...rest } : rest, files, id: null }
    entries.push(entry)
    return entry
  }

  async function call(send: () => ReturnType<Client['send']>) {
    const record: (typeof calls)[number] = { startedAt: Date.now(), end: 'no response' }
    calls.push(record)
    const response = await send().catch(() => null)
    if (!response) return null
    if (response.status >= 200 && response.status < 300) {
      record.end = 'acknowledged'
      return response
    }
    record.end = 'refused'
    if (response.status === 503 || response.status === 409) return null
    throw new Error(`An entry got ${response.status}: ${JSON.stringify(response.body)}`)
  }

  /** Sends the unacknowledged part of an entry; stops at the first call that fails. */
  async function send(entry: SentEntry): Promise<void> {
    if (entry.id === null) {
      const response = await call(() => client.post(HISTORIES, entry.body, writeHeaders(entry.key)))
      if (!response) return
      entry.id = response.body.id
    }
    for (const file of entry.files.filter((each) => !each.isAcknowledged)) {
      const headers = { ...fileHeaders(file.bytes), ...writeHeaders(file.key) }
      if (!(await call(() => client.put(`${FILES}/${file.id}`, file.bytes, headers)))) return
      file.isAcknowledged = true
    }
  }

  /**
   * Four phones that write until they are stopped. A failed entry is sent again later; with `retryMs` by the same phone,
   * after that time and before its next entry.
   */
  function startWriting({ retryMs }: { retryMs?: number } = {}) {
    let isStopped = false
    const write = async () => {
      while (!isStopped) {
        const entry = makeEntry()
        await send(entry)
        if (retryMs === undefined && !isAcknowledged(entry)) await sleep(20)
        while (retryMs !== undefined && !isAcknowledged(entry)) {
          await sleep(retryMs)
          await send(entry)
        }
      }
    }
    const writing = Promise.all([write(), write(), write(), write()])
    // A wrong response is thrown when the writing is stopped.
    writing.catch(() => {})
    return async () => {
      isStopped = true
      await writing
    }
  }

  return { entries, calls, call, send, startWriting }
}
export type Sender = ReturnType<typeof senderOf>
