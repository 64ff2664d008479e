import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { type Place, placeOfZip } from './zip-places.ts'

/** Some rows have no latitude. */
type Row = { [K in keyof Place]: number | null }
const { codes }: { codes: Record<string, Row> } = createRequire(import.meta.url)('zipcodes')

test('finds every place of the tables by its zip code or postal area (MHX-016)', async () => {
  const all = Object.entries(codes)
  expect(all.length).toBeGreaterThan(44_000)
  const wrong: string[] = []
  for (const [code, row] of all) {
    const place = await placeOfZip(code)
    const isRight =
      row.latitude === null || row.longitude === null
        ? place === undefined
        : place?.latitude === row.latitude && place.longitude === row.longitude
    if (!isRight) wrong.push(code)
  }
  expect(wrong).toEqual([])
})

test('finds a longer code by its prefix, and no place for an unknown code', async () => {
  expect(await placeOfZip('60601-1234')).toEqual(await placeOfZip('60601'))
  expect(await placeOfZip('k1a0b1')).toMatchObject({ latitude: 45.4207 })
  expect(await placeOfZip('00000')).toBeUndefined()
  expect(await placeOfZip('Z9Z 9Z9')).toBeUndefined()
})
