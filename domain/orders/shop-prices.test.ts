import { expect, it } from 'vitest'
import { isPriceTooHigh, isUnlikelyTotal, isZeroTotal } from './shop-prices.ts'

it('limits the price of one line, and leaves malformed prices to their own code', () => {
  for (const price of ['0', '100000', '100000.00', '', '-5', '1e9', '1000000000'])
    expect([price, isPriceTooHigh(price)]).toEqual([price, false])
  for (const price of ['100000.01', '99999999.99'])
    expect([price, isPriceTooHigh(price)]).toEqual([price, true])
})

it('recognizes lines that cost nothing together; an empty list and malformed prices have codes of their own', () => {
  const isZero = (...prices: string[]) => isZeroTotal(prices.map((price) => ({ price })))
  expect([isZero('0'), isZero('0', '0.00')]).toEqual([true, true])
  expect([isZero(), isZero('0', '0.01'), isZero('0', ''), isZero('-5')]).toEqual([false, false, false, false])
})

it('asks about a total below half or above double of the last one, to the cent', () => {
  expect([isUnlikelyTotal('100.00', '200.00'), isUnlikelyTotal('100.00', '200.01')]).toEqual([false, true])
  expect([isUnlikelyTotal('100.00', '50.00'), isUnlikelyTotal('100.00', '49.99')]).toEqual([false, true])
  expect([isUnlikelyTotal('0.00', '900.00'), isUnlikelyTotal('100.00', '0')]).toEqual([false, true])
})
