import { expect, it } from 'vitest'
import { newUserFormIn } from './shell-session.ts'

it('reads a shell session from the URL; only id and token are required (ACC-020, ACC-022)', () => {
  expect(
    newUserFormIn(
      '?id=7&token=t&firstName=Grace&lastName=Person&cellPhone=6145550100&email=g%40example.com&fleet_name=Harbor&fleet_name_editable=true',
    ),
  ).toEqual({
    id: 7,
    token: 't',
    firstName: 'Grace',
    lastName: 'Person',
    cellPhone: '6145550100',
    email: 'g@example.com',
    fleet_name: 'Harbor',
    fleet_name_editable: true,
  })
  expect(newUserFormIn('?id=7&token=t')).toMatchObject({ id: 7, firstName: '', fleet_name_editable: false })
})

it.each(['?id=7', '?token=t', '?id=x&token=t', '?id=0&token=t', '?id=1.5&token=t', ''])(
  'is not taken from %s: the normal guard applies',
  (search) => {
    expect(newUserFormIn(search)).toBeUndefined()
  },
)
