import type { Plugin } from 'vite'

/**
 * Reduces the contract to paths and methods for the app. The schemas would add 25 kB to the sign-in screen, and the
 * typed client needs only their types. A form imports the one schema that it validates with, without the calls in the
 * same file.
 */
export function contractRoutes(): Plugin {
  const routes = '\0contract-routes'
  const noCalls = '\0contract-without-calls'
  return {
    name: 'wheelbook:contract-routes',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source === '#contract/contract.ts' && importer.includes('/src/')) return routes
      return source.endsWith('/core/route.ts') && importer.includes('/contract/') ? noCalls : undefined
    },
    async load(loaded) {
      if (loaded === noCalls) {
        return `const none = new Proxy({}, { get: () => () => none })
          export const call = /* @__PURE__ */ () => none
          export const v4 = (path) => path
          export const v6 = v4`
      }
      if (loaded !== routes) return undefined
      const { contract } = await import('#contract/contract.ts')
      return `export const contract = ${JSON.stringify(contract, routesOnly)}`
    },
  }
}

function routesOnly(key: string, value: unknown): unknown {
  if (key !== '~orpc') return value
  const { method, path, successStatus, inputStructure, outputStructure } = (
    value as { route: Record<string, unknown> }
  ).route
  return { errorMap: {}, meta: {}, route: { method, path, successStatus, inputStructure, outputStructure } }
}
