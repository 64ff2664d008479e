import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import { shellRoute } from './root.ts'

export const servicesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/services',
  validateSearch: (search: Record<string, string | undefined>) => search,
  loader: () => loadNamespaces('services', 'intervals', 'history', 'vehicles'),
  component: lazyRouteComponent(() => import('#src/screens/orders/ServicesScreen.tsx'), 'ServicesScreen'),
})

export const shopsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/shops',
  loader: () => loadNamespaces('shops'),
  component: lazyRouteComponent(() => import('#src/screens/orders/ShopsScreen.tsx'), 'ShopsScreen'),
})
