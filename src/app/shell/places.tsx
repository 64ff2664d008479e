import Build from '@mui/icons-material/BuildOutlined'
import DirectionsCar from '@mui/icons-material/DirectionsCarOutlined'
import Dashboard from '@mui/icons-material/SpaceDashboardOutlined'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Mode } from '#src/session/mode.ts'

/** A place of the navbar and of the bottom bar. */
export interface Place {
  key: 'dashboard' | 'fmcDashboard' | 'vehicles' | 'services'
  to: NonNullable<LinkProps['to']>
  icon: ReactNode
}

/** The places that exist, by mode (BRD-053, BRD-055). A later screen adds its line here. */
export const places: Record<Mode, Place[]> = {
  fleet: [
    { key: 'dashboard', to: '/dashboard', icon: <Dashboard /> },
    { key: 'vehicles', to: '/vehicles', icon: <DirectionsCar /> },
    { key: 'services', to: '/services', icon: <Build /> },
  ],
  fmc: [{ key: 'fmcDashboard', to: '/fmc_dashboard', icon: <Dashboard /> }],
}
