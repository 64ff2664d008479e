import BarChart from '@mui/icons-material/BarChartOutlined'
import Build from '@mui/icons-material/BuildOutlined'
import DirectionsCar from '@mui/icons-material/DirectionsCarOutlined'
import Group from '@mui/icons-material/GroupOutlined'
import MoveUp from '@mui/icons-material/MoveUpOutlined'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import Settings from '@mui/icons-material/SettingsOutlined'
import Dashboard from '@mui/icons-material/SpaceDashboardOutlined'
import Storefront from '@mui/icons-material/StorefrontOutlined'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Ability } from '#domain/access/permissions.ts'
import type { Mode } from '#src/session/mode.ts'

/** An item of the navbar, the bottom bar and the menu. */
export interface NavigationItem {
  key:
    | 'dashboard'
    | 'vehicles'
    | 'services'
    | 'shops'
    | 'settings'
    | 'fleetTransactions'
    | 'reports'
    | 'fmcDashboard'
    | 'fmcUsers'
    | 'fmcOrders'
    | 'fmcTransactions'
    | 'transferVehicles'
  to: NonNullable<LinkProps['to']>
  icon: ReactNode
  /** Required ability. Without it, the item is shown to all users. */
  needs?: Ability
  /** Other paths on which the item is marked as current. */
  alsoOn?: RegExp
}

/** The navigation items of each mode (BRD-053, BRD-055). */
export const navigationItems: Record<Mode, NavigationItem[]> = {
  fleet: [
    { key: 'dashboard', to: '/dashboard', icon: <Dashboard /> },
    { key: 'vehicles', to: '/vehicles', icon: <DirectionsCar /> },
    { key: 'services', to: '/services', icon: <Build /> },
    // BRD-054
    { key: 'shops', to: '/shops', icon: <Storefront />, alsoOn: /^\/service_request(\/|$)/ },
    { key: 'settings', to: '/settings', icon: <Settings /> },
    {
      key: 'fleetTransactions',
      to: '/fleet_transactions',
      icon: <Receipt />,
      needs: 'transactions.read',
    },
    { key: 'reports', to: '/reports', icon: <BarChart />, needs: 'reports.read' },
  ],
  fmc: [
    { key: 'fmcDashboard', to: '/fmc_dashboard', icon: <Dashboard />, alsoOn: /^\/fleets\// },
    { key: 'fmcUsers', to: '/fmc_users', icon: <Group /> },
    { key: 'fmcOrders', to: '/fmc_activeorders', icon: <Build /> },
    { key: 'fmcTransactions', to: '/fmc_transactions', icon: <Receipt /> },
    { key: 'transferVehicles', to: '/transfer_vehicles', icon: <MoveUp /> },
  ],
}

/** How many items the bottom bar shows. The menu has all of them. */
export const bottomBarCount: Record<Mode, number> = { fleet: 3, fmc: 4 }
