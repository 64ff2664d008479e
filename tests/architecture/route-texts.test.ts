import { expect, it } from 'vitest'
import { findLateTexts } from './route-texts.ts'
import { parseSource, readSources } from './source-files.ts'

it('finds a text that a loader does not load', () => {
  const text = `const COMMON = ['help'] as const

export const helpRoute = createRoute({
  path: '/help',
  loader: () => loadNamespaces(...COMMON),
  component: lazyRouteComponent(() => import('#src/screens/home/HelpScreen.tsx'), 'HelpScreen'),
})
`
  expect(findLateTexts([parseSource('home.ts', text)])).toEqual([])
  expect(findLateTexts([parseSource('home.ts', text.replace("'help'] as", "'orders'] as"))])).toEqual([
    '/help uses help, which its loader does not load',
  ])
})

it('holds for all routes: no screen waits for its texts after its code', () => {
  expect(findLateTexts(readSources('src/app/routes', ['*.ts']))).toEqual([])
})
