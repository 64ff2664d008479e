import { expect, it } from 'vitest'
import {
  isNarrowed,
  isQueryTooShort,
  readFleetsView,
  toFleetSearch,
  toFleetsFileQuery,
  writeFleetsView,
} from './fleets-view.ts'

// FMC-016, FMC-017
it('filters by the URL, and ignores unknown names and values', () => {
  const view = readFleetsView({ region: 'East', rep: 'Kim', active: 'TRUE', color: 'red', sort: 'x' })
  expect(toFleetSearch(view)).toEqual({ sort: 'name', filter: { region: 'East', rep: 'Kim', active: true } })
  expect(toFleetsFileQuery({ ...view, active: 'all' })).toEqual({
    sort: 'name',
    'filter[region]': 'East',
    'filter[rep]': 'Kim',
  })
  expect(readFleetsView({ active: 'maybe' }).active).toBe('all')
})

// FMC-018
it('sends a search only from three characters', () => {
  const two = readFleetsView({ q: ' ea ' })
  expect([isQueryTooShort(two), toFleetSearch(two)]).toEqual([true, { sort: 'name' }])
  for (const q of ['eas', 'eas ', ' eas']) {
    const three = readFleetsView({ q })
    expect([isQueryTooShort(three), toFleetSearch(three)]).toEqual([false, { sort: 'name', query: 'eas' }])
    // The search field shows it while it is typed.
    expect(three.q).toBe(q)
  }
  expect(isQueryTooShort(readFleetsView({ q: '   ' }))).toBe(false)
})

it('keeps only non-default values in the URL', () => {
  const view = readFleetsView({ sort: '-total_spend', region: 'East' })
  expect(readFleetsView(writeFleetsView(view))).toEqual(view)
  expect([isNarrowed(view), isNarrowed(readFleetsView({ sort: '-name' }))]).toEqual([true, false])
})
