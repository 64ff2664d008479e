import { type ComponentType, createElement } from 'react'
import type { SettingsTab } from '#src/features/access/settings/settings-tabs.ts'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'

/** Content of each settings tab, in a separate chunk with its texts. Tabs that are missing here are not shown. */
export const tabContents: Partial<Record<SettingsTab, ComponentType>> = {
  users: content(
    () => import('#src/screens/access/users/UsersTab.tsx').then(({ UsersTab }) => UsersTab),
    ...(['users', 'roles', 'preferences', 'glovebox', 'saved-views'] as const),
  ),
  policies: content(
    () =>
      import('#src/features/maintenance/policies/PoliciesPanel.tsx').then(
        ({ PoliciesPanel }) => PoliciesPanel,
      ),
    ...(['policies', 'services', 'vehicles', 'fields'] as const),
  ),
  reminders: content(
    () =>
      import('#src/features/access/preferences/RemindersPanel.tsx').then(
        ({ RemindersPanel }) => RemindersPanel,
      ),
    'preferences',
  ),
  payments: content(
    () => import('./PaymentsTab.tsx').then(({ PaymentsTab }) => PaymentsTab),
    ...(['payment-methods', 'order-payments', 'card', 'form', 'fields'] as const),
  ),
  telematics_database: content(
    () =>
      import('#src/features/vehicles/telematics/DatabasePanel.tsx').then(
        ({ DatabasePanel }) => DatabasePanel,
      ),
    'telematics',
    'fields',
  ),
  general: content(() => import('./GeneralTab.tsx').then(({ GeneralTab }) => GeneralTab), 'fleet'),
}

function content(load: () => Promise<ComponentType>, ...texts: string[]) {
  return lazyComponent(
    async () => {
      const [component] = await Promise.all([load(), loadNamespaces('errors', ...texts)])
      return component
    },
    createElement(SkeletonList, { rows: 6 }),
  )
}
