import { describe, expect, it } from 'vitest'
import { checkDigit, hasValidCheckDigit, isWellFormedVin, modelYearCode, possibleModelYears } from './vin.ts'

describe('VIN (rulings 19)', () => {
  it.each(['11111111111111111', '1M8GDM9AXKP042788', '5GZCZ43D13S812715'])('accepts %s', (vin) => {
    expect(hasValidCheckDigit(vin)).toBe(true)
  })

  it('computes X if the remainder is ten', () => {
    expect(checkDigit('1M8GDM9A0KP042788')).toBe('X')
  })

  it('detects any single wrong digit', () => {
    const vin = '5GZCZ43D13S812715'
    for (let place = 0; place < 17; place++) {
      if (place === 8) continue
      const digit = vin.charAt(place) === '1' ? '2' : '1'
      const wrong = vin.slice(0, place) + digit + vin.slice(place + 1)
      if (checkDigit(wrong) !== checkDigit(vin)) expect(hasValidCheckDigit(wrong)).toBe(false)
    }
    expect(hasValidCheckDigit('5GZCZ43D13S812716')).toBe(false)
  })

  it.each([
    ['16 characters', '1M8GDM9AXKP04278'],
    ['18 characters', '1M8GDM9AXKP0427880'],
    ['an I', '1M8GDM9AXKP04278I'],
    ['an O', '1M8GDM9AXKPO42788'],
    ['a Q', '1M8GDM9AXKPQ42788'],
    ['small letters', '1m8gdm9axkp042788'],
    ['a line break', '1M8GDM9AXKP042788\n'],
    ['nothing', ''],
  ])('rejects %s', (_what, vin) => {
    expect(isWellFormedVin(vin)).toBe(false)
    expect(hasValidCheckDigit(vin)).toBe(false)
    expect(() => checkDigit(vin)).toThrow(RangeError)
  })

  it('reads the model year from position 10, newest first', () => {
    expect(modelYearCode(2024)).toBe('R')
    expect(modelYearCode(2010)).toBe('A')
    expect(modelYearCode(2009)).toBe('9')
    expect(possibleModelYears('1M8GDM9AXKP042788', 2027)).toEqual([2019, 1989])
    expect(possibleModelYears('1M8GDM9AXKP042788', 2018)).toEqual([1989])
    expect(possibleModelYears('1M8GDM9AX0P042788', 2027)).toEqual([])
  })
})
