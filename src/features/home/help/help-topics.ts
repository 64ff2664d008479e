import type { LinkProps } from '@tanstack/react-router'
import type { Ability } from '#domain/access/permissions.ts'
import { plainText } from '#domain/core/plain-text.ts'
import { searchedWords } from '#domain/vehicles/vehicle-search.ts'

/** The ten things that people do most, in the order of a first week. Texts: `help:topic.<key>`. */
export const HELP_TOPICS = [
  { key: 'record', ability: 'history.create', place: { to: '/maintenance_history/new' } },
  { key: 'offline', ability: 'session.own' },
  { key: 'find', ability: 'session.own' },
  { key: 'book', ability: 'orders.request', place: { to: '/service_request/new' } },
  { key: 'approve', ability: 'orders.approve', place: { to: '/approvals' } },
  { key: 'due', ability: 'intervals.read', place: { to: '/upcoming_maintenances' } },
  { key: 'documents', ability: 'glovebox.read', place: { to: '/vehicles' } },
  { key: 'vehicles', ability: 'vehicles.edit', place: { to: '/vehicles/new' } },
  { key: 'users', ability: 'users.edit', place: { to: '/settings', search: { tab: 'users' } } },
  { key: 'pay', ability: 'payments.read', place: { to: '/settings', search: { tab: 'payments' } } },
] as const satisfies readonly {
  key: string
  /** Topics about what a user may not do are left out. */
  ability: Ability
  place?: Pick<LinkProps, 'to' | 'search'>
}[]

export type HelpTopic = (typeof HELP_TOPICS)[number]

/** Returns the topics whose words include every searched word, or part of it; all for an empty search. */
export function findTopics<Topic extends { words: string }>(
  topics: readonly Topic[],
  search: string,
): Topic[] {
  const words = searchedWords(search)
  return topics.filter((topic) => {
    const text = plainText(topic.words)
    return words.every((word) => text.includes(word))
  })
}
