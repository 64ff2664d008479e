import type { Page } from 'playwright'
import type { StagedFleet } from './stage.ts'

/** Number of entries, created one after another, each with a file of this size in bytes (0: none). */
export interface Entries {
  count: number
  fileBytes: number
}

/**
 * Enters histories through the app's own outbox: the module loaded in the page, on the page's databases, with the
 * vehicle list open. Returns how long each took to be stored durably, in ms.
 */
export function enterHistories(page: Page, fleet: StagedFleet, entries: Entries): Promise<number[]> {
  return page.evaluate(enterInPage, {
    ...entries,
    tenantId: fleet.id,
    userId: fleet.owner.id,
    vehicleIds: fleet.vehicleIds.slice(0, 50),
  })
}

interface InPage extends Entries {
  tenantId: number
  userId: number
  vehicleIds: number[]
}

type OpenOffline = (options: object) => Promise<{
  outbox: { enqueue(command: object): Promise<unknown> }
  close(): void
}>

async function enterInPage({ count, fileBytes, tenantId, userId, vehicleIds }: InPage): Promise<number[]> {
  const chunk = performance
    .getEntriesByType('resource')
    .map((entry) => entry.name)
    .find((name) => /\/assets\/offline-[^/]+\.js$/.test(name))
  if (!chunk) throw new Error('The page has not loaded its offline part')
  // The build minifies export names, but keeps each module's exports together under one of them.
  const parts: { openOffline?: OpenOffline }[] = Object.values(await import(chunk))
  const openOffline = parts.find((part) => typeof part?.openOffline === 'function')?.openOffline
  if (!openOffline) throw new Error('The offline part is not where the bench looks for it')
  const offline = await openOffline({
    tenantId,
    userId,
    country: 'US',
    appName: 'wheelbook',
    appVersion: 'bench',
  })

  /** Returns a unique PDF. */
  const file = () => {
    const bytes = new Uint8Array(fileBytes)
    for (let at = 0; at < fileBytes; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
    const [head, tail] = ['%PDF-1.4\n<<>>stream\n', '\nendstream\n%%EOF\n'].map((text) =>
      new TextEncoder().encode(text),
    ) as [Uint8Array, Uint8Array]
    bytes.set(head)
    bytes.set(tail, fileBytes - tail.length)
    return { id: crypto.randomUUID(), name: 'invoice.pdf', type: 'application/pdf', bytes: bytes.buffer }
  }
  const times: number[] = []
  for (let nth = 0; nth < count; nth++) {
    const files = fileBytes > 0 ? [file()] : []
    const id = crypto.randomUUID()
    const startedAt = performance.now()
    await offline.outbox.enqueue({
      kind: 'history.create',
      id,
      payload: {
        vehicle_id: vehicleIds[nth % vehicleIds.length],
        custom_shop_name: 'Roadside Garage',
        zip: '60601',
        po_number: `PO-${nth}`,
        customer_comments: 'Front pads at three millimetres, rear ones good for another year.',
        odometer: 51_200,
        date_of_completion: new Date().toISOString().slice(0, 10),
        // A large visit: about 1 KB with everything around it.
        vehicle_services: Array.from({ length: 10 }, (_, i) => ({
          service_definition_id: 1 + i,
          price: `${80 + i}.95`,
        })),
      },
      files,
    })
    times.push(performance.now() - startedAt)
  }
  offline.close()
  return times
}
