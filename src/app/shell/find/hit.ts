import type { ReactNode } from 'react'

/** Groups of results, in their usual order. */
export const GROUPS = [
  'recent',
  'vehicles',
  'vehicleActions',
  'orders',
  'shops',
  'fleets',
  'users',
  'screens',
  'actions',
] as const
export type GroupKey = (typeof GROUPS)[number]

/** A result: what it shows and where it leads. */
export interface Hit {
  /** Names the same thing in every group: 'vehicle:5'. */
  key: string
  title: string
  /** Facts below the title, most important first. */
  detail: string
  icon: ReactNode
  /** Address in the app, or what choosing it does. */
  target: string | (() => void)
  /** Leads to a list and is not listed among the recent finds. */
  isPassing?: boolean
}

export interface HitGroup {
  key: GroupKey
  label: string
  hits: readonly Hit[]
}
