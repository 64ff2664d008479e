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
/** What the noise achieved, and how often the server refused (429, 503) or failed it. */
export interface NoiseDone {
  files: number
  rows: number
  refused: number
  failed: number
}

const done: NoiseDone = { files: 0, rows: 0, refused: 0, failed: 0 }
let isEnded = false

/** Counts a request that the server did not accept, because a refused request makes no noise. */
async function waitAfter(status: number): Promise<void> {
  if (status === 429 || status === 503) done.refused++
  else done.failed++
  await sleep(1000)
}

/** Reads a whole file, chunk by chunk. */
async function download(path: string): Promise<void> {
  const response = await fetch(noise.url + path, { headers })
  if (!response.ok) return waitAfter(response.status)
  for await (const _ of response.body ?? []) if (isEnded) return
  done.files++
}

async function uploadRows(nth: number): Promise<void> {
  const { status, body } = await upload(api, fileOf(manyRows(ROWS, nth * ROWS)))
  if (status >= 300) return waitAfter(status)
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
  while (!isEnded)
    await act().catch(() => {
      if (!isEnded) done.failed++
      return sleep(500)
    })
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
// The parent is gone: nothing else would end this process.
process.once('disconnect', () => process.exit())
await sleep(500)
process.send?.('begun')
