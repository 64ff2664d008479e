import { expect, it } from 'vitest'
import bulkEn from '../../locales/en/bulk-upload.json' with { type: 'json' }
import vehiclesEn from '../../locales/en/vehicles.json' with { type: 'json' }
import bulkFr from '../../locales/fr/bulk-upload.json' with { type: 'json' }
import vehiclesFr from '../../locales/fr/vehicles.json' with { type: 'json' }
import { readHeading } from './bulk-heading.ts'
import { vehicleFileHeading } from './vehicle-file.ts'

const EN = { ...vehiclesEn, ownName: bulkEn.column.name_of_vehicle }
const FR = { ...vehiclesFr, ownName: bulkFr.column.name_of_vehicle }

it.each([
  [
    'English',
    'the US',
    EN,
    false,
    ['Status', 'Plate expiration', 'Drivers', 'Last maintenance', 'Cost per mile'],
  ],
  ['English', 'Canada', EN, true, ['Status', 'Drivers', 'Last maintenance', 'Cost per km']],
  // 'État' is also a heading of the plate's state, which the file has elsewhere.
  [
    'French',
    'the US',
    FR,
    false,
    ['Expiration de la plaque', 'Conducteurs', 'Dernier entretien', 'Coût par mille'],
  ],
  ['French', 'Canada', FR, true, ['Conducteurs', 'Dernier entretien', 'Coût par km']],
] as const)(
  'a downloaded %s file of %s has no unknown columns when it is uploaded again (VEH-120)',
  (_, _country, texts, isCanada, information) => {
    expect(readHeading(vehicleFileHeading({ texts, isCanada }))).toMatchObject({ unknown: [], information })
  },
)
