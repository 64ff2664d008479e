import { expect, test } from 'vitest'
import { batteryLabel, batteryPercent } from './battery.ts'

// TEL-005, TEL-006: each boundary of the table and the value just above it.
test.each([
  [9, 0],
  [10.5, 0],
  [10.51, 10],
  [11.31, 10],
  [11.32, 20],
  [11.58, 20],
  [11.59, 30],
  [11.75, 30],
  [11.76, 40],
  [11.9, 40],
  [11.91, 50],
  [12.06, 50],
  [12.07, 60],
  [12.2, 60],
  [12.21, 70],
  [12.32, 70],
  [12.33, 80],
  [12.42, 80],
  [12.43, 90],
  [12.59, 90],
  [12.595, 90],
  [12.6, 100],
  [14.2, 100],
])('%f volts are %i percent', (volts, percent) => {
  expect(batteryPercent(volts)).toBe(percent)
})

// TEL-007, TEL-008, TEL-009
test.each([
  [11.31, 'replace'],
  [11.75, 'charge'],
  [11.76, 'good'],
] as const)('a battery of %f volts is to %s', (volts, label) => {
  expect(batteryLabel(batteryPercent(volts))).toBe(label)
})
