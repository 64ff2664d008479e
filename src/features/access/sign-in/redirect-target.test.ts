import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/access/session.ts'
import { landingPage, safeRedirect } from './redirect-target.ts'

const origin = 'https://fleet.example'
const owner = { roles: ['Owner'] } as unknown as CurrentUser
const fmc = { roles: ['FMC'] } as unknown as CurrentUser

test('returns to the path that the guard saved, with its query', () => {
  // ACC-015, ACC-047
  expect(safeRedirect('/vehicles/7?tab=history#top', origin)).toBe('/vehicles/7?tab=history#top')
  expect(landingPage(owner, '/vehicles/7').path).toBe('/vehicles/7')
})

test.each([
  '//evil.example/x',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\\evil.example',
  '\t//evil.example',
  ' //evil.example',
  '///evil.example',
  '/\\/evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/./\\evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/x/%2E%2E//evil.example',
  'https:evil.example',
  'https:/evil.example',
  'HTTPS://evil.example',
  'https://fleet.example@evil.example',
  'https://fleet.example.evil.example',
  '//fleet.example@evil.example',
  '//evil.example%2f@fleet.example',
  'javascript:alert(1)//fleet.example',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'blob:https://fleet.example/x',
  'vbscript:x',
  '\uff0f\uff0fevil.example',
  '\u2215\u2215evil.example',
  '/\u0009/evil.example',
  '?redirect=//evil.example',
  '#//evil.example',
  '.',
  '/sign_out/',
  '/./sign_out',
  '/x/../sign_in',
  'vehicles',
  '',
  '/sign_in?redirect=/vehicles',
  '/sign_out',
])('drops a saved path that leads to another site or nowhere: %s', (path) => {
  expect(safeRedirect(path, origin)).toBeUndefined()
})

test('opens the FMC dashboard in FMC mode for FMC users and the fleet dashboard for others, without a saved path', () => {
  // ACC-048, ACC-049, ACC-050
  expect(landingPage(fmc, undefined)).toEqual({ path: '/fmc_dashboard', mode: 'fmc' })
  expect(landingPage(owner, undefined)).toEqual({ path: '/dashboard', mode: 'fleet' })
  expect(landingPage(fmc, '/vehicles')).toEqual({ path: '/vehicles', mode: 'fleet' })
})

test.each([
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ['/%5cevil.example', '/%5cevil.example'],
  ['/@evil.example', '/@evil.example'],
  ['/x?to=//evil.example#//evil', '/x?to=//evil.example#//evil'],
  ['/\uff0fevil.example', '/%EF%BC%8Fevil.example'],
])('keeps a path of this app that only looks like another site: %s', (path, target) => {
  expect(safeRedirect(path, origin)).toBe(target)
  expect(new URL(target, origin).origin).toBe(origin)
})
