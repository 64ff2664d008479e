import { expect, test } from 'vitest'
import { SENTINEL_ALL } from '#domain/core/limits.ts'
import { toDraft, toPayload, withoutClash } from './policy-draft.ts'

const mona = { id: 5, name: 'Mona', is_active: true }
const policy = {
  id: 1,
  rev: 3,
  fleet_id: 9,
  amount: '250.00',
  service_definition_ids: [2],
  user_ids: [5],
  vehicle_ids: [7, 8],
  all_vehicles: false,
  auto_approvable: false,
  users: [mona],
}

test('SET-026: a policy passes through the form unchanged', () => {
  const { id: _id, rev: _rev, users: _users, ...record } = policy
  expect(toPayload(toDraft(policy, 'Auto-Approve'), 9)).toEqual(record)
})

test('SET-028 to SET-032: the sentinel and single items exclude each other, and it is sent as the record’s own flag', () => {
  const everybody = { id: SENTINEL_ALL, name: 'Auto-Approve' }
  const bob = { id: 6, name: 'Bob' }
  expect(withoutClash([mona, bob, everybody])).toEqual([everybody])
  expect(withoutClash([everybody, mona])).toEqual([mona])
  expect(withoutClash([mona, bob])).toEqual([mona, bob])
  expect(withoutClash([])).toEqual([])
  const draft = { ...toDraft(policy, ''), users: [everybody], vehicle_ids: [SENTINEL_ALL] }
  const sent = toPayload(draft, 9)
  expect(sent).toMatchObject({ user_ids: [], auto_approvable: true, vehicle_ids: [], all_vehicles: true })
  const read = { ...policy, ...sent, users: [] }
  expect(toDraft(read, 'Auto-Approve')).toEqual(draft)
  expect(toDraft(null, '')).toMatchObject({ users: [], vehicle_ids: [SENTINEL_ALL] })
})
