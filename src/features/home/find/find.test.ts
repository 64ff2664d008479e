import fc from 'fast-check'
import { expect, test } from 'vitest'
import { announcementOf } from './announcement.ts'
import { highlightSpans } from './highlight.ts'
import { findMatches, RANK, readQuery } from './match.ts'
import { indexNow } from './text-index.ts'

const RESULTS_MAX = 8

function find(records: (string | null)[][], typed: string) {
  const query = readQuery(typed)
  return query ? findMatches(indexNow(records), query, RESULTS_MAX) : []
}

const VEHICLES = [
  ['Van 1', '2021 Ford Transit', '1FTBW2CM0KKA12345', 'ABC-1234', 'U-001'],
  ['Van 12', '2019 Ford F-150', '1FTEW1E50KFA98765', 'QC 77 XY', 'U-012'],
  ['Camion Élan', '2020 Ram 1500', '3C6UR5DL4LG123456', null, '0042'],
  ['Service van', '2018 Freightliner M2', '3ALACWFC1JDJR9501', 'HT 4410', null],
]

test.each([
  ['van 1', [0, 1, 3]],
  ['ABC 1234', [0]],
  ['abc1234', [0]],
  ['c12', [0]],
  ['77-xy', [1]],
  ['elan', [2]],
  ['ÉLAN', [2]],
  ['0042', [2]],
  ['345', [0, 2]],
  ['98765', [1]],
  ['ford f150', [1]],
  ['transit ford', [0]],
  ['freihtliner', [3]],
  ['frieghtliner', [3]],
  ['ht4411', [3]],
  ['jr95o1', [3]],
  ['zzz', []],
  ['-', []],
])('%s finds the right vehicles', (typed, expected) => {
  expect(find(VEHICLES, typed).map(({ nth }) => nth)).toEqual(expected)
})

test('a whole field ranks above its start, the start of a word, any part, and a typing mistake', () => {
  const records = [['x transitx'], ['a transit b'], ['extransit'], ['transit'], ['transit van']]
  const matches = find(records, 'transit')
  expect(matches.map(({ nth }) => nth)).toEqual([3, 4, 0, 1, 2])
  expect(matches.map(({ rank }) => rank)).toEqual([
    RANK.exact,
    RANK.prefix,
    RANK.word,
    RANK.word,
    RANK.inside,
  ])
  expect(find([['transit']], 'trasnit')).toEqual([{ nth: 0, rank: RANK.typo }])
})

test('an exact match hides neighbors that differ by one digit', () => {
  expect(find([['1042'], ['1043'], ['1024']], '1042')).toEqual([{ nth: 0, rank: RANK.exact }])
})

test.each(['van', 'van 1', 'a van'])(
  '%s finds at most the requested number of vehicles, even with matches of every rank',
  (typed) => {
    const records = ['van', 'van 1', 'a van', 'a van 1', 'xvan', 'xvan 1', 'van a', 'xva n1']
    expect(
      find(
        records.flatMap((name) => [[name], [`${name} b`], [`${name} c`]]),
        typed,
      ),
    ).toHaveLength(RESULTS_MAX)
  },
)

const VIN = fc.stringMatching(/^[A-HJ-NPR-Z0-9]{17}$/)
const PLATE = fc.stringMatching(/^[A-Z]{1,3}[ -]?[0-9]{4,5}$/)
const vehicles = fc.uniqueArray(fc.record({ vin: VIN, plate: PLATE }), {
  minLength: 1,
  maxLength: RESULTS_MAX,
  selector: ({ plate }) => plate.replace(/\W/g, ''),
})

test('every vehicle is found by every part of its VIN of at least three characters', () => {
  fc.assert(
    fc.property(vehicles, fc.nat(), fc.nat(), fc.nat(), (all, which, from, length) => {
      const nth = which % all.length
      const vin = all[nth]?.vin ?? ''
      const start = from % 15
      const part = vin.slice(start, start + 3 + (length % (15 - start)))
      const found = find(
        all.map((vehicle) => [vehicle.vin, vehicle.plate]),
        part.toLowerCase(),
      )
      expect(found.map((match) => match.nth)).toContain(nth)
    }),
    { numRuns: 2000 },
  )
})

test('a search finds the same, whatever was typed before it', () => {
  fc.assert(
    fc.property(vehicles, fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat())), (all, searches) => {
      const records = all.map((vehicle) => [vehicle.vin, vehicle.plate])
      const shared = indexNow(records)
      for (const [which, start, edit] of searches) {
        const { plate = '', vin = '' } = all[which % all.length] ?? {}
        const typed = edit % 2 ? (editsOf(plate)[edit % editsOf(plate).length] ?? '') : vin.slice(start % 12)
        for (let length = 1; length <= typed.length; length++) {
          const query = readQuery(typed.slice(0, length))
          if (query)
            expect(findMatches(shared, query, RESULTS_MAX)).toEqual(
              findMatches(indexNow(records), query, RESULTS_MAX),
            )
        }
      }
    }),
    { numRuns: 100 },
  )
})

/** All texts with one wrong, missing, extra or swapped character. */
function editsOf(text: string): string[] {
  return [...text].flatMap((character, at) => {
    const [before, after] = [text.slice(0, at), text.slice(at + 1)]
    const next = after.charAt(0)
    return [
      `${before}${after}`,
      `${before}${character === '8' ? 'Q' : '8'}${after}`,
      `${before}7${character}${after}`,
      ...(next ? [`${before}${next}${character}${after.slice(1)}`] : []),
    ]
  })
}

test('every vehicle is found by its plate with any one typing mistake, unless that is the plate of another', () => {
  fc.assert(
    fc.property(vehicles, fc.nat(), (all, which) => {
      const nth = which % all.length
      const plate = (all[nth]?.plate ?? '').replace(/\W/g, '')
      const records = all.map((vehicle) => [vehicle.plate])
      for (const typed of editsOf(plate)) {
        if (all.some((vehicle) => vehicle.plate.replace(/\W/g, '') === typed)) continue
        const found = find(records, typed)
        const isCrowded = found.filter(({ rank }) => rank < RANK.typo).length >= 3
        if (!isCrowded) expect(found.map((match) => match.nth)).toContain(nth)
      }
    }),
    { numRuns: 500 },
  )
})

test('any text can be searched for in time that grows with its length only', () => {
  const records = Array.from({ length: 500 }, (_, nth) => [`${'a'.repeat(40)} ${nth}`])
  const index = indexNow(records)
  const started = performance.now()
  for (const typed of [`${'a'.repeat(60)}b`, `${'a'.repeat(30)}b${'a'.repeat(30)}`, 'a '.repeat(30)]) {
    const query = readQuery(typed)
    if (query) findMatches(index, query, RESULTS_MAX)
  }
  expect(performance.now() - started).toBeLessThan(1000)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (typed) => void find(VEHICLES, typed)))
})

test.each([
  ['Van 12', 'van', ['Van']],
  ['ABC-1234', 'c12', ['C-12']],
  ['ABC-1234', 'abc1234', ['ABC-1234']],
  ['Camion Élan', 'elan', ['Élan']],
  ['2021 Ford Transit', 'transit ford', ['Ford', 'Transit']],
  ['Savanna van', 'van', ['van']],
  ['ABC-1234', 'abc1235', ['ABC-1234']],
  ['Ford', 'zzz', []],
])('in %s, %s is highlighted', (shown, typed, expected) => {
  const query = readQuery(typed)
  const spans = query ? highlightSpans(shown, query) : []
  expect(spans.map(([start, end]) => shown.slice(start, end))).toEqual(expected)
})

test('a screen reader hears a count or that nothing was found, and no zero while results may still come', () => {
  const status = { hasQuery: true, count: 0, isWaiting: false }
  expect(announcementOf({ ...status, count: 3 })).toBe('count')
  expect(announcementOf({ ...status, count: 3, isWaiting: true })).toBe('count')
  expect(announcementOf(status)).toBe('nothing')
  expect(announcementOf({ ...status, isWaiting: true })).toBeNull()
  expect(announcementOf({ ...status, hasQuery: false, count: 5 })).toBeNull()
})
