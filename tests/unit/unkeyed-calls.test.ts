import { traverseContractProcedures } from '@orpc/server'
import { expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { CallMeta } from '#contract/core/route.ts'

// A repeated request, for example after a lost response, must not act twice. A call that is not declared idempotent may
// act again, so each one needs a reason here.

const NO_USER = 'has no user yet to whom a key belongs; it is rate-limited, or its token works once'
const READS = 'changes nothing'
const SAME_VALUE = 'sets the value in the request'
const ENDS = 'ends what has not ended yet'
const PART = 'writes bytes at an offset, which must follow the previous part'

const REASONS: Record<string, string> = {
  'session.create': NO_USER,
  'session.sendOtp': NO_USER,
  'session.checkKey': NO_USER,
  'session.destroy': ENDS,
  'account.setLanguage': SAME_VALUE,
  'fleet.update': SAME_VALUE,
  'fleet.impersonate': SAME_VALUE,
  'passwords.forgot': NO_USER,
  'passwords.reset': NO_USER,
  'passwords.change': 'needs the password that it has replaced',
  'preferences.saveMaintenance': SAME_VALUE,
  'ownSessions.end': ENDS,
  'ownSessions.endOthers': ENDS,
  'partners.createKey': NO_USER,
  'tickets.create': 'creates a ticket that works once, for a minute',
  'signUp.create': NO_USER,
  'signUp.sendOtp': NO_USER,
  'shellCustomers.create': NO_USER,
  'shellCustomers.complete': NO_USER,
  'shops.toggleFavorite': SAME_VALUE,
  'bulkUpsertions.check': READS,
  'transfers.check': READS,
  'telematics.startSync': 'returns the synchronization that runs; another one reads only what is new',
  'glovebox.putPart': PART,
  'history.putPart': PART,
  'shopLinks.unlock': NO_USER,
  'shopLinks.receipts': READS,
  'shopLinks.putPart': PART,
  'schedules.serviceBased': SAME_VALUE,
  'schedules.intervalBased': SAME_VALUE,
  'templates.save': SAME_VALUE,
  'templates.reset': SAME_VALUE,
  'templates.ofVehicle': SAME_VALUE,
  'sentReminders.setTimeZone': SAME_VALUE,
  'sync.receipts': READS,
  'sync.heartbeat': SAME_VALUE,
  'fleets.updateLink': SAME_VALUE,
  'fleets.removeLink': ENDS,
}

it('every call that writes acts once per key, or has a reason why that is not needed (APR-084)', () => {
  const unkeyed: string[] = []
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: definition, path }) => {
    const { kind, idempotent } = definition['~orpc'].meta as CallMeta
    if (kind === 'write' && idempotent !== true) unkeyed.push(path.join('.'))
  })
  expect(unkeyed.sort()).toEqual(Object.keys(REASONS).sort())
})
