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
  loader: () => loadNamespaces('shell', 'outbox', 'errors'),
  component: lazyRouteComponent(() => import('../shell/AppShell.tsx'), 'AppShell'),
})
