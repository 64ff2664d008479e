import { expect, test } from 'vitest'
import { poorness } from './poor-passwords.ts'

const ada = { first_name: 'Ada', last_name: 'Lovelace-Byron', email: 'countess.ada@example.com' }

test.each([
  'password',
  'Password1!',
  'P4ssw0rd',
  'Pa$$w0rd2026',
  '123456',
  '87654321',
  '31121999',
  'aaaaaa',
  'abcabcabc',
  'qwertyuiop',
  'azerty1',
  'abcdefg',
  '1qaz2wsx',
  'motdepasse',
  'MotDePasse123',
  'Été2026!'.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  'iloveyou',
  'Welcome2026',
])('is among those that are guessed first: %s', (password) => {
  // ruling 9
  expect(poorness(password, ada)).toBe('password_common')
})

test.each([
  'Ada123',
  'lovelace-byron',
  'LovelaceByron1815!',
  'ada.lovelace-byron',
  'countess.ada@example.com',
  'countess.ada',
  'countess_ada_1',
])('is the name of its owner: %s', (password) => {
  expect(poorness(password, ada)).toBe('password_name')
})

test.each([
  'correct horse battery',
  'tk4!vr',
  'les pneus d’hiver sont posés',
  'パスワードではない',
  '🚚🔧🚚🛞',
  '74926013558',
  'adaptive-7-lemons',
  'Nq7-Vd2-Ks9',
])('may be one: %s', (password) => {
  expect(poorness(password, ada)).toBeNull()
})
