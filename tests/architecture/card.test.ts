import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  scripts: Record<string, string>
}
const packages = { ...manifest.dependencies, ...manifest.devDependencies }
/** Returns the files below a folder that import a package. */
const importers = (folder: string, name: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`).filter((path) => {
    const text = readFileSync(path, 'utf8')
    return text.includes(`from '${name}`) || text.includes(`import('${name}`)
  })

describe('the design card', () => {
  // OFF-025
  it.each([
    'react',
    'react-dom',
    '@tanstack/react-router',
    '@tanstack/react-query',
    '@tanstack/query-sync-storage-persister',
    'workbox-window',
    'vite-plugin-pwa',
    'dexie',
    'i18next',
    'react-i18next',
    '@mui/material',
    '@mui/x-data-grid',
    '@mui/x-charts',
    'braintree-web-drop-in',
    'vitest',
    'playwright',
  ])('names the package %s', (name) => {
    expect(packages).toHaveProperty([name])
  })

  // OFF-034
  it('runs unit tests with vitest and browser tests with playwright', () => {
    expect(manifest.scripts['test:unit']).toContain('vitest')
    expect(manifest.scripts['test:browser']).toContain('playwright test')
  })

  // OFF-035, OFF-005
  it.each([
    'package.json',
    'vite.config.ts',
    'tsconfig.json',
    'src',
    'public',
    'sw',
    'locales',
    'brands',
    'tests',
  ])('has %s at the top', (entry) => {
    expect(existsSync(entry)).toBe(true)
  })

  // OFF-026, OFF-027, OFF-028, OFF-029, OFF-030, OFF-032
  it.each([
    ['@tanstack/react-router', 'src/app'],
    ['@tanstack/react-query', 'src'],
    ['@tanstack/query-sync-storage-persister', 'src/api'],
    ['workbox-window', 'src/device/install'],
    ['workbox-precaching', 'sw'],
    ['dexie', 'src/offline'],
    ['i18next', 'src/i18n'],
    ['react-i18next', 'src/i18n'],
    ['@mui/material', 'src/ui'],
    ['@mui/x-data-grid', 'src/ui/grid'],
  ])('uses %s in %s', (name, folder) => {
    expect(importers(folder, name)).not.toEqual([])
  })

  // OFF-036: entities, files and the queue in IndexedDB, only small query state in local storage.
  it('allows only the outbox core and form drafts to access IndexedDB', () => {
    const others = importers('src', 'dexie').filter((path) => !path.startsWith('src/offline/'))
    expect(others).toEqual(['src/lib/drafts/draft-files.ts'])
  })

  // API-020: decision 11; a separate store would be a second source of truth besides the caches.
  it('keeps state in the query cache and the offline cache, without a separate store', () => {
    const stores = ['redux', '@reduxjs/toolkit', 'zustand', 'mobx', 'jotai', 'recoil']
    expect(stores.filter((name) => name in packages)).toEqual([])
  })

  // OFF-024
  it('is written in TypeScript only', () => {
    expect(globSync('{contract,domain,server,src,sw}/**/*.{js,jsx,mjs,cjs}')).toEqual([])
  })
})
