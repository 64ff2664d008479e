import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import { leaveRoot, type RouterContext, requireSession } from '../guards.ts'

export const rootRoute = createRootRouteWithContext<RouterContext>()()

export const startRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: leaveRoot })

/** Everything below it needs a session and stands in the shell. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: requireSession,
  // Beside each other, and beside the code of shell and screen: an offline start waits for the slowest, not for all.
  loader: ({ context }) =>
    Promise.all([context.offline.opened(), loadNamespaces('shell', 'outbox', 'errors', 'fields')]).then(
      () => undefined,
    ),
  component: lazyRouteComponent(() => import('../shell/AppShell.tsx'), 'AppShell'),
})
