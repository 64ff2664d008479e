import { createRouter, type RouterHistory } from '@tanstack/react-router'
import type { RouterContext } from './guards.ts'
import { routeTree } from './routes/table.ts'
import { ScreenFailed } from './ScreenFailed.tsx'
import { ScreenPending } from './ScreenPending.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A partner's key that signs in (ACC-032). */
    signInKey?: string
  }
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

/** Creates the app's router. Tests pass their own `history`. */
export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history && { history }),
    // Each navigation starts at the top; going back restores the scroll position (ACC-017).
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: ScreenPending,
    defaultErrorComponent: ScreenFailed,
    // Another vehicle, order or user is another screen: no dialog or typed text of the previous one stays.
    defaultRemountDeps: ({ params }) => params,
    // Plain strings: the router's default parser would turn a key of '007' into the number 7.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch,
  })
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return text && `?${text}`
}
