import type { BrowserContext } from 'playwright/test'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { aPdf, fileHeaders, manifestOf } from '#tests/support/files.ts'
import { origin, type test } from '../support/fixtures.ts'

type Fixtures = Parameters<Parameters<typeof test>[2]>[0]

export const invoices = { pdf: { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: aPdf() } }

interface EntryOptions extends Pick<Fixtures, 'build' | 'owner'> {
  vehicle?: { id: number; fleetId: number }
  /** Number of invoices. */
  files?: number
  given?: Record<string, unknown>
}

/** Creates an entry over the API as the owner. */
export async function anEntry({ build, owner, vehicle, files = 0, given = {} }: EntryOptions) {
  const own = vehicle ?? (await build.vehicle({ id: owner.fleetId }, { name: 'Van of the entry' }))
  const service = await build.service()
  const token = await build.session(owner)
  const headers = { authorization: `Bearer ${token}`, 'app-name': 'wheelbook' }
  const bytes = Array.from({ length: files }, (_, i) => aPdf(`Invoice ${i}`))
  const manifest = bytes.map((file, i) => manifestOf(file, { file_name: `invoice-${i}.pdf` }))
  const body = aHistory(
    { vehicle_id: own.id, maintenance_documents_attributes: manifest, ...given },
    service.id,
  )
  const response = await fetch(`${origin()}/api/v4/manual_maintenance_histories`, {
    method: 'POST',
    headers: { ...headers, ...writeHeaders(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 201) throw new Error(`The entry was not made: ${await response.text()}`)
  for (const [i, line] of manifest.entries()) {
    const file = bytes[i] ?? Buffer.alloc(0)
    const put = await fetch(`${origin()}/api/v4/maintenance_documents/${line.id}`, {
      method: 'PUT',
      headers: { ...headers, ...writeHeaders(), ...fileHeaders(file) },
      body: file,
    })
    if (!put.ok) throw new Error(`The invoice was not taken: ${await put.text()}`)
  }
  return { id: body.id, vehicle: own, documentIds: manifest.map((line) => line.id) }
}

/** Returns the multipart fields of the next request with a method to a path, by name. */
export async function formFields(context: BrowserContext, method: string, path: RegExp) {
  const request = await context.waitForEvent(
    'request',
    (one) => one.method() === method && path.test(new URL(one.url()).pathname),
  )
  const text = request.postData() ?? ''
  const fields = [...text.matchAll(/name="([^"]+)"\r\n\r\n([\s\S]*?)\r\n--/g)]
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]))
}
