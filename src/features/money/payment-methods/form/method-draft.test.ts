import { expect, test } from 'vitest'
import { ALL_USERS, type PaymentMethod } from '#contract/money/payment-methods.ts'
import {
  emptyMethod,
  methodChangeErrors,
  newMethodErrors,
  resolveAllUsers,
  toChange,
  toDraft,
  toNewMethod,
} from './method-draft.ts'

const method: PaymentMethod = {
  id: 7,
  owner_id: 1,
  customer_name: 'Ada Person',
  type: 'credit_card',
  card_type: 'Visa',
  last_4: '1111',
  expiration_date: '12/2031',
  email: null,
  cardholder_name: 'Ada Person',
  name: 'Fuel',
  billing_address: null,
  billing_zip: '43215',
  customer_ids: [ALL_USERS],
  customers: [],
  has_active_orders: false,
  is_default: true,
  can_edit: true,
  can_set_default: false,
  rev: 3,
}

test('a new method sends the nonce, its users, and only the fields that were filled in (PAY-014, PAY-029)', () => {
  const card = { nonce: 'fake-valid-visa-nonce', cardholderName: 'Ada Person' }
  expect(toNewMethod(emptyMethod, { ...card, cardholderName: null })).toEqual({
    nonce: 'fake-valid-visa-nonce',
    customer_ids: [],
  })
  const draft = { ...emptyMethod, name: ' Fuel ', users: [{ id: 4, name: 'Dee' }] }
  expect(toNewMethod(draft, card)).toEqual({
    nonce: 'fake-valid-visa-nonce',
    customer_ids: [4],
    cardholder_name: 'Ada Person',
    name: 'Fuel',
  })
})

test('an unchanged method is sent back as it was, and an emptied field clears it (PAY-016)', () => {
  const draft = toDraft(method, 'All users')
  expect(draft.users).toEqual([{ id: ALL_USERS, name: 'All users' }])
  expect(toChange(method, { ...draft, name: '' })).toEqual({
    id: 7,
    customer_ids: [ALL_USERS],
    name: null,
    billing_address: null,
    billing_zip: '43215',
    email: null,
  })
  expect(toChange({ ...method, type: 'paypal_account' }, draft)).not.toHaveProperty('email')
})

test('all users and single users exclude each other', () => {
  const [everybody, dee, eve] = [{ id: ALL_USERS }, { id: 4 }, { id: 5 }]
  expect(resolveAllUsers([dee, eve, everybody])).toEqual([everybody])
  expect(resolveAllUsers([everybody, dee])).toEqual([dee])
  expect(resolveAllUsers([])).toEqual([])
})

test('a field that holds a card number is rejected before anything is sent (PAY-029)', () => {
  const typed = { ...emptyMethod, name: 'Visa 4111 1111 1111 1111', email: 'nobody' }
  expect(newMethodErrors(typed)).toEqual({ name: ['card_number'], email: ['email'] })
  expect(methodChangeErrors(method, { ...typed, email: '' })).toEqual({ name: ['card_number'] })
  expect(newMethodErrors({ ...emptyMethod, billing_address: '5555-5555-5555-4444' })).toEqual({
    billing_address: ['card_number'],
  })
})
