import { expect, it } from 'vitest'
import { RANK } from '#src/features/home/find/match.ts'
import { type Hit, withAll, withServer } from './hit.ts'

const hitOf = (key: string): Hit => ({ key, title: key, detail: '', icon: null, target: '/' })
const vehicles = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, nth) => hitOf(`vehicle:${from + nth}`))
const all = hitOf('all:vehicles')
const keysOf = (local: Hit[], others: Hit[]) =>
  withAll(withServer({ hits: local, best: RANK.exact }, others), all).hits.map(({ key }) => key)

it('ends with the link to all matches, whether this device or the server has more than eight (VEH-105)', () => {
  const first = vehicles(1, 8).map(({ key }) => key)
  expect(keysOf(vehicles(1, 8), [])).toEqual([...first, all.key])
  expect(keysOf(vehicles(1, 3), vehicles(2, 9))).toEqual([...first, all.key])
  expect(keysOf([], vehicles(1, 8))).toEqual([...first, all.key])
  expect(keysOf(vehicles(1, 3), vehicles(1, 5))).toHaveLength(5)
})
