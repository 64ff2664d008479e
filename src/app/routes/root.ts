import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import { type RouterContext, redirectFromRoot, requireSession } from '../guards.ts'

export const rootRoute = createRootRouteWithContext<RouterContext>()()

export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: redirectFromRoot,
})

/** All routes below require a session and render in the shell. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: requireSession,
  // In parallel with each other and with the code of shell and screen, so that an offline start waits for the slowest
  // only.
  loader: ({ context }) =>
    Promise.all([context.offline.opened(), loadNamespaces('shell', 'outbox', 'errors', 'fields')]).then(
      () => undefined,
    ),
  component: lazyRouteComponent(() => import('../shell/AppShell.tsx'), 'AppShell'),
})
