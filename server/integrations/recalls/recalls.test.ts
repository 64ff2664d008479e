// One contract for all implementations: the sample, NHTSA and Transport Canada, the latter two against fake servers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Recall } from '#contract/vehicles/recalls.ts'
import { DEFAULT_RETRY_POLICY } from '#server/integrations/external-api.ts'
import { startFakeAuthorities } from '#tests/support/fake-authorities.ts'
import { authorityRecalls } from './live.ts'
import { sampleRecalls } from './local.ts'

const QUICK = { ...DEFAULT_RETRY_POLICY, timeoutMs: 300, pauseMs: 1, gapMs: 0 }
let fake: Awaited<ReturnType<typeof startFakeAuthorities>>
beforeAll(async () => {
  fake = await startFakeAuthorities()
})
afterAll(() => fake.stop())

const live = () => authorityRecalls(fake.servers, QUICK)
const transit = (country: 'US' | 'CA') => ({ country, year: 2022, make: 'ford', model: 'Transit' })

describe.each([
  { name: 'the sample', recalls: () => sampleRecalls, country: 'US', source: 'sample' },
  { name: 'NHTSA', recalls: live, country: 'US', source: 'nhtsa' },
  { name: 'Transport Canada', recalls: live, country: 'CA', source: 'transport_canada' },
] as const)('$name', ({ recalls, country, source }) => {
  it('returns the recalls of a model, newest first, without duplicates', async () => {
    const found = await recalls().of(transit(country))
    expect(found.length).toBeGreaterThanOrEqual(2)
    for (const recall of found) {
      expect(Recall.parse(recall)).toEqual(recall)
      expect(recall).toMatchObject({ source, reported_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
      expect(recall.component.length * recall.summary.length).toBeGreaterThan(0)
    }
    const days = found.map(({ reported_on }) => reported_on ?? '')
    expect(days).toEqual([...days].sort().reverse())
    expect(new Set(found.map(({ campaign }) => campaign)).size).toBe(found.length)
  })

  it('returns none for an unknown model, regardless of its name', async () => {
    expect(await recalls().of({ country, year: 1999, make: 'A/B ?&', model: '../x' })).toEqual([])
  })
})

describe('the authorities', () => {
  it('report what must not be driven, and Transport Canada does so in both languages', async () => {
    const us = await live().of(transit('US'))
    expect(us.map(({ campaign, reported_on, is_urgent }) => [campaign, reported_on, is_urgent])).toEqual([
      ['24V200000', '2024-10-15', true],
      ['22V100000', '2022-03-04', false],
    ])
    const [first] = await live().of(transit('CA'))
    expect(first).toMatchObject({
      campaign: '2024222',
      component_fr: 'Groupe motopropulseur',
      summary_fr: 'Il peut se fissurer.',
    })
  })

  it.each(['down', 'too many', 'garbage', 'slow', 'reset'] as const)(
    'are asked again after: %s',
    async (trouble) => {
      fake.trouble(trouble)
      expect(await live().of(transit('US'))).toHaveLength(2)
      fake.trouble(trouble)
      expect(await live().of(transit('CA'))).toHaveLength(2)
    },
  )

  it('are reported as unavailable when they do not respond', async () => {
    fake.trouble('reset', 'reset', 'reset', 'reset')
    await expect(live().of(transit('US'))).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('are queried once for the texts of a recall', async () => {
    const recalls = live()
    await recalls.of(transit('CA'))
    const before = fake.paths.length
    await recalls.of(transit('CA'))
    expect(fake.paths.slice(before)).toHaveLength(1)
  })
})
