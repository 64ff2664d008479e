import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocalVehicleCatalog } from './local.ts'
import { canOverlap, matchPatterns } from './patterns.ts'
import type { VehicleCatalog } from './port.ts'

let folder: string
let catalog: VehicleCatalog

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wheelbook-vpic-'))
  catalog = createLocalVehicleCatalog({ folder })
  await catalog.years()
}, 60_000)

afterAll(async () => {
  catalog.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the vehicle catalog', () => {
  it('decodes a pickup down to its engine', async () => {
    expect(await catalog.decodeVin('1FTFW1E59LFA12345')).toEqual({
      year: 2020,
      make: { id: 460, name: 'Ford' },
      model: { id: 1801, name: 'F-150' },
      subModel: null,
      engine: '5.0L 8 cyl Gasoline',
      bodyClass: 'Pickup',
      weightClass: 2,
      checkDigitValid: true,
    })
  })

  it('distinguishes a heavy truck of 2020 from one of 1990 although position 7 is a digit', async () => {
    const decoded = await catalog.decodeVin('2NKHHM6X2LM123456')
    expect(decoded).toMatchObject({ year: 2020, make: { name: 'Kenworth' }, weightClass: 6 })
  })

  it('respects the given model year', async () => {
    expect(await catalog.decodeVin('1XKYDP9X0LJ123456', { modelYear: 2020 })).toMatchObject({ year: 2020 })
    expect(await catalog.decodeVin('1FTFW1E59LFA12345', { modelYear: 2019 })).toBeNull()
  })

  it('decodes a VIN with a wrong check digit and reports it', async () => {
    const decoded = await catalog.decodeVin('1FTFW1E50LFA12345')
    expect(decoded).toMatchObject({ model: { name: 'F-150' }, checkDigitValid: false })
  })

  it.each(['', '1FTFW1E57LFA1234', '00000000000000000', "1FTFW1E57LFA'--  "])(
    'knows nothing of %j',
    async (vin) => {
      expect(await catalog.decodeVin(vin)).toBeNull()
    },
  )

  it('lists years newest first, then makes, then models', async () => {
    const years = await catalog.years()
    expect(years[0]).toBeGreaterThanOrEqual(2026)
    expect(years.at(-1)).toBe(1981)
    const ford = (await catalog.makes(2023)).find((make) => make.name === 'Ford')
    expect(ford).toEqual({ id: 460, name: 'Ford' })
    const models = (await catalog.models(2023, 460)).map((model) => model.name)
    expect(models).toEqual(expect.arrayContaining(['F-150', 'Transit', 'Explorer']))
    expect(await catalog.models(1985, 441)).toEqual([])
    // vPIC assigns the VINs of Morgan to no make.
    expect(await catalog.models(null, 539)).toContainEqual({ id: 2810, name: 'Aero 8' })
  })
})

describe('VIN patterns', () => {
  it.each([
    ['*[WX]1R', '*W1P', false],
    ['*[FWX]1[CE]', '*W', true],
    ['FW1E5|L', 'FW1|M', false],
    ['FW1|L', '****5|L', true],
    ['*[A-C]', '*[C-E]', true],
    ['*[A-C]', '*[D-E]', false],
  ])('%s and %s can fit one VIN: %s', (pattern, other, fits) => {
    expect(canOverlap(pattern, other)).toBe(fits)
  })

  it('prefer the most specific pattern', () => {
    const rows = [
      { Keys: 'F*1', ElementId: 28, AttributeId: 'wide' },
      { Keys: 'F[A-W]1E5', ElementId: 28, AttributeId: 'set' },
      { Keys: 'FW1E5|L', ElementId: 28, AttributeId: 'exact' },
      { Keys: 'FW1E5|M', ElementId: 28, AttributeId: 'other year' },
    ]
    expect(matchPatterns('1FTFW1E59LFA12345', rows).get(28)).toBe('exact')
    expect(matchPatterns('1FTFW1E59LFA12345', rows.slice(0, 2)).get(28)).toBe('set')
  })
})
