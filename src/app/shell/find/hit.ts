import type { ReactNode } from 'react'
import { RANK, type Rank } from '#src/features/home/find/match.ts'

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

/** Results of one group, and how well the best one matches. */
export interface RankedHits {
  hits: readonly Hit[]
  best: Rank
}

/** Results of a group that are shown, not counting a link to all of them. */
export const HITS_MAX = 8

/** The server's rows come after those of this device, and never twice. */
export function withServer(local: RankedHits, others: readonly Hit[]): RankedHits {
  const known = new Set(local.hits.map(({ key }) => key))
  const hits = [...local.hits, ...others.filter(({ key }) => !known.has(key))].slice(0, HITS_MAX)
  return { hits, best: local.hits.length > 0 ? local.best : RANK.inside }
}

/** A full group may have more results, so it ends with the link to the list of all. */
export const withAll = (group: RankedHits, all: Hit): RankedHits =>
  group.hits.length < HITS_MAX ? group : { ...group, hits: [...group.hits, all] }
