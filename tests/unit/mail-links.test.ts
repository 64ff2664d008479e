import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { shellRoute } from '#src/app/routes/root.ts'
import { routeTree } from '#src/app/routes/table.ts'

/** Pages that are no routes of the app: the page of a shop, and one that the server renders. */
const OTHER_PAGES = ['/shop_link/$orderId', '/unsubscribe/$token']

const PAGES = [...Object.values(routeTree.children ?? {}), ...Object.values(shellRoute.children ?? {})]
  .map(({ options }: { options: object }) => ('path' in options ? String(options.path) : ''))
  .filter((path) => path.startsWith('/'))
  .concat(OTHER_PAGES)

const isPage = (path: string) =>
  PAGES.some((page) => new RegExp(`^${page.replaceAll(/\$\w+/g, '[^/]+')}$`).test(path))

/** Paths after an origin, without query and fragment; a value becomes '1'. */
const pathsOf = (text: string) =>
  [...text.matchAll(/\$\{[\w.]*origin(?:Of\(\w+\))?\}((?:\/(?:\$\{[^}]*\}|[\w-]*))+)/gi)].map(
    ([, path = '']) => path.replaceAll(/\$\{[^}]*\}/g, '1'),
  )

it('reads the paths of links from a source text', () => {
  const text =
    '`${from.origin}/orders/${id(order)}/approvals${elsewhere}`, `${originOf(brand)}/reports?${query}`'
  expect(pathsOf(text)).toEqual(['/orders/1/approvals', '/reports'])
  expect(['/orders/1/approvals', '/settings/users/2', '/settings/payments'].map(isPage)).toEqual([
    true,
    true,
    false,
  ])
})

it('every link that the server sends by email opens a page of the app', () => {
  const files = globSync('server/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
  const links = files.flatMap((file) => pathsOf(readFileSync(file, 'utf8')).map((path) => ({ file, path })))
  expect(links.length).toBeGreaterThan(15)
  expect(links.filter(({ path }) => !isPage(path))).toEqual([])
})
