import { describe, expect, it } from 'vitest'
import en from '../../locales/en/fault-codes.json'
import fr from '../../locales/fr/fault-codes.json'
import { faultCodeIn, faultFamily } from './fault-code.ts'

describe('the trouble code of a fault', () => {
  it.each([
    ['Misfire on several cylinders (P0300)', 'P0300'],
    ['p207f', 'P207F'],
    ['U0100 - Lost communication with ECM/PCM "A"', 'U0100'],
    ['Generic Fault C0035', 'C0035'],
    ['Low brake fluid', null],
    ['SPN 3719 FMI 16', null],
    ['P04200', null],
    ['VP0420X', null],
  ])('in «%s» is %s (TEL-011)', (name, code) => expect(faultCodeIn(name)).toBe(code))

  it.each([
    ['P0171', 'air_and_fuel'],
    ['P0351', 'ignition'],
    ['P0420', 'emissions'],
    ['P0562', 'speed_and_idle'],
    ['P0606', 'computer'],
    ['P0741', 'transmission'],
    ['P0A80', 'hybrid'],
    ['P2463', 'emissions'],
    ['P1131', 'powertrain'],
    ['P3401', 'powertrain'],
    ['P0E00', 'powertrain'],
    ['B0001', 'body'],
    ['C0035', 'chassis'],
    ['U0121', 'network'],
  ])('%s is about: %s', (code, family) => expect(faultFamily(code)).toBe(family))

  it('has texts in both languages, for real codes only', () => {
    expect(Object.keys(fr.code)).toEqual(Object.keys(en.code))
    for (const code of Object.keys(en.code)) expect(faultCodeIn(code)).toBe(code)
  })
})
