import { describe, expect, it } from 'vitest'
import { shellRoute } from './routes/root.ts'
import { routeTree } from './routes/table.ts'
import { isOpenAddress, signInSearch } from './sign-in-address.ts'

const pathOf = ({ options }: { options: object }) => ('path' in options ? String(options.path) : '')

describe('addresses that need no session (ACC-012)', () => {
  it('are those outside of the shell, beside the sign-in screen and the root', () => {
    const outside = Object.values(routeTree.children ?? {})
      .filter((route) => route !== shellRoute)
      .map(pathOf)
    const open = outside.filter((path) => path !== '/' && path !== '/sign_in')
    expect(open.length).toBeGreaterThan(0)
    for (const path of open) expect(isOpenAddress(path), path).toBe(true)
  })

  it('are none of the shell', () => {
    const inside = Object.values(shellRoute.children ?? {}).map(pathOf)
    expect(inside.length).toBeGreaterThan(5)
    for (const path of inside) expect(isOpenAddress(path), path).toBe(false)
  })
})

describe('who is sent to sign in', () => {
  it.each([
    ['/', '/', null, {}],
    ['/', '/?key=007', '007', { key: '007' }],
    ['/vehicles', '/vehicles?tab=2', null, { redirect: '/vehicles?tab=2' }],
  ])('keeps the way back from %s (ACC-014, ACC-015)', (pathname, href, key, search) => {
    expect(signInSearch({ pathname, href, key })).toEqual(search)
  })
})
