import { describe, expect, it } from 'vitest'
import { shellRoute } from './routes/root.ts'
import { routeTree } from './routes/table.ts'
import { isOpenAddress, signInSearch, withoutKey } from './sign-in-address.ts'

const pathOf = ({ options }: { options: object }) => ('path' in options ? String(options.path) : '')

describe('URLs that need no session (ACC-012)', () => {
  it('are those outside the shell, besides the sign-in screen and the root', () => {
    const outside = Object.values(routeTree.children ?? {})
      .filter((route) => route !== shellRoute)
      .map(pathOf)
    const open = outside.filter((path) => path !== '/' && path !== '/sign_in')
    expect(open.length).toBeGreaterThan(0)
    for (const path of open) expect(isOpenAddress(path), path).toBe(true)
  })

  it('include no URL of the shell', () => {
    const inside = Object.values(shellRoute.children ?? {}).map(pathOf)
    expect(inside.length).toBeGreaterThan(5)
    for (const path of inside) expect(isOpenAddress(path), path).toBe(false)
  })
})

describe('redirects to the sign-in screen', () => {
  it.each([
    ['/', '/?key=007', {}],
    ['/vehicles', '/vehicles?tab=2', { redirect: '/vehicles?tab=2' }],
    ['/vehicles', '/vehicles?key=007&tab=a%20b#top', { redirect: '/vehicles?tab=a%20b#top' }],
  ])(
    'keeps the way back from %s, and no key in it (ACC-014, ACC-015, ruling 7)',
    (pathname, href, search) => {
      expect(signInSearch({ pathname, href })).toEqual(search)
    },
  )
})

describe('a URL without its key', () => {
  it.each([
    ['/sign_in?key=K', '/sign_in'],
    ['/sign_in?redirect=%2Fvehicles%3Fa%3D1&key=K', '/sign_in?redirect=%2Fvehicles%3Fa%3D1'],
    ['/x?keyword=1&key', '/x?keyword=1'],
    ['/x#key=1', '/x#key=1'],
    ['/x', '/x'],
  ])('%s is %s', (href, rest) => {
    expect(withoutKey(href)).toBe(rest)
  })
})
