import { expect, test } from 'vitest'
import { bulkFileReader } from './bulk-file.ts'
import { bulkTemplate } from './bulk-template.ts'

test.each([
  ['en', ','],
  ['fr', ';'],
] as const)(
  'VEH-063, VEH-064: the template in %s opens in columns in Excel, and its rows can be read',
  (language, separator) => {
    const template = bulkTemplate(language)
    expect(template.trim().split(separator)).toEqual([
      'vin',
      'license_plate_number',
      'license_plate_state',
      'name_of_vehicle',
      'other_id',
      'department_number',
      'odometer',
    ])
    const row = ['1FTBW2CM3FKA91482', 'KX-4', 'OH', 'Van 7', '', '', '1200'].join(separator)
    const rows = bulkFileReader().push(new TextEncoder().encode(template + row), true)
    expect([...rows].map(({ vehicle }) => vehicle)).toMatchObject([
      { name_of_vehicle: 'Van 7', odometer: 1200 },
    ])
  },
)
