import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/access/session.ts'
import { safeRedirect, startOf } from './redirect-target.ts'

const origin = 'https://fleet.example'
const owner = { roles: ['Owner'] } as unknown as CurrentUser
const fmc = { roles: ['FMC'] } as unknown as CurrentUser

test('sign-in leads back to the path that the guard saved, with its query', () => {
  // ACC-015, ACC-047
  expect(safeRedirect('/vehicles/7?tab=history#top', origin)).toBe('/vehicles/7?tab=history#top')
  expect(startOf(owner, '/vehicles/7').path).toBe('/vehicles/7')
})

test.each([
  '//evil.example/x',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  'vehicles',
  '',
  '/sign_in?redirect=/vehicles',
  '/sign_out',
])('a saved path that leads elsewhere or nowhere is dropped: %s', (path) => {
  expect(safeRedirect(path, origin)).toBeUndefined()
})

test('without a saved path FMC users go to the FMC dashboard in FMC mode, others to the dashboard of their fleet', () => {
  // ACC-048, ACC-049, ACC-050
  expect(startOf(fmc, undefined)).toEqual({ path: '/fmc_dashboard', mode: 'fmc' })
  expect(startOf(owner, undefined)).toEqual({ path: '/dashboard', mode: 'fleet' })
  expect(startOf(fmc, '/vehicles')).toEqual({ path: '/vehicles', mode: 'fleet' })
})
