/**
 * Ways to break our outbox on purpose: the bench must see the loss, or it proves nothing (offline.md §4.3.5).
 * deletes-first: removes an operation before its answer, as workbox does · believes-all: takes any answer for a success.
 */
export type Mutant = 'deletes-first' | 'believes-all'

/** Puts the fault between the outbox and the network. */
export function breakOnPurpose(mutant: Mutant): void {
  const send = globalThis.fetch.bind(globalThis)
  globalThis.fetch = async (input, init) => {
    const key = new Headers(init?.headers).get('Idempotency-Key')
    if (!key) return send(input, init)
    if (mutant === 'deletes-first') {
      await forget(key)
      return send(input, init)
    }
    await send(input, init)
    return Response.json(
      { rev: 1 },
      { status: 201, headers: { 'X-Wheelbook-Api': '1', 'X-Wheelbook-Op': key } },
    )
  }
}

async function forget(opId: string): Promise<void> {
  const name = (await indexedDB.databases()).find((database) =>
    database.name?.startsWith('wheelbook-outbox'),
  )?.name
  if (!name) throw new Error('The outbox has no database')
  const opening = indexedDB.open(name)
  await once(opening, 'success')
  const transaction = opening.result.transaction('ops', 'readwrite')
  transaction.objectStore('ops').delete(opId)
  await once(transaction, 'complete')
  opening.result.close()
}

const once = (target: EventTarget, event: string): Promise<Event> =>
  new Promise((resolve) => target.addEventListener(event, resolve, { once: true }))
