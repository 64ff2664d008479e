// A noisy fleet, as a process of its own: downloads and uploads without a pause until its parent says 'end'.
import { setTimeout as sleep } from 'node:timers/promises'
import { fileOf, manyRows, upload } from '#tests/support/bulk-files.ts'
import { clientOf } from '#tests/support/client.ts'

export interface Noise {
  url: string
  token: string
  exports: number
  uploads: number
}

const ROWS = 20_000
const noise: Noise = JSON.parse(process.argv[2] ?? '{}')
const headers = { authorization: `Bearer ${noise.token}`, 'app-name': 'wheelbook' }
const api = clientOf(noise.url, { authorization: headers.authorization })
const done = { files: 0, rows: 0 }
let isEnded = false

/** Reads a whole file, chunk by chunk. */
async function download(path: string): Promise<void> {
  const response = await fetch(noise.url + path, { headers })
  if (!response.ok) return void (await sleep(1000))
  for await (const _ of response.body ?? []) if (isEnded) return
  done.files++
}

async function uploadRows(nth: number): Promise<void> {
  const { status, body } = await upload(api, fileOf(manyRows(ROWS, nth * ROWS)))
  if (status >= 300) return void (await sleep(1000))
  while (!isEnded) {
    const state = await api.get(`/vehicles/bulk_upsertions/${body.id}`)
    if (state.body.finished_at) {
      done.rows += ROWS
      return
    }
    await sleep(250)
  }
}

const forever = async (act: () => Promise<void>) => {
  while (!isEnded) await act().catch(() => sleep(500))
}
const files = ['/api/v4/vehicles.csv', '/api/v4/orders.csv']
const running = [
  ...Array.from({ length: noise.exports }, (_, nth) => forever(() => download(files[nth % 2] ?? ''))),
  ...Array.from({ length: noise.uploads }, (_, nth) => forever(() => uploadRows(nth))),
]
process.once('message', async () => {
  isEnded = true
  process.send?.(done)
  await Promise.race([Promise.all(running), sleep(2000)])
  process.exit()
})
await sleep(500)
process.send?.('begun')
