import { expect, test } from 'vitest'
import { translate, translateGroup } from './translate.ts'

test('a name is inserted as it is, even when it looks like a placeholder, a reference or markup', () => {
  for (const who of ['{{brand}}', '$t(server/session:otpSent)', '<b>Ada & Co</b>'])
    expect(translate('en', 'server/notices:finalBill', { who })).toBe(
      `${who} sent the final bill. It has to be approved before it is paid.`,
    )
})

test('a number selects the plural form of the language', () => {
  const more = (language: 'en' | 'fr', count: number) =>
    translate(language, 'server/reminders:more', { count })
  expect(more('en', 1)).toBe('1 more reminder, in the app')
  expect(more('en', 2)).toBe('2 more reminders, in the app')
  // 0 is singular in French.
  expect(more('fr', 0)).toBe('0 autre rappel, dans l’application')
  expect(more('fr', 2)).toBe('2 autres rappels, dans l’application')
  const services = (count: number) =>
    translate('fr', 'server/notices:policy.more', { names: 'Vidange', count })
  expect([services(1), services(2)]).toEqual(['Vidange et 1 de plus', 'Vidange et 2 de plus'])
})

test('a group keeps the order of its file and fills in every text', () => {
  expect(Object.keys(translateGroup('fr', 'server/users:column')).slice(0, 3)).toEqual([
    'name',
    'roles',
    'email',
  ])
  const mail = translateGroup('fr', 'server/session:otpMail', {
    brand: 'Meridian',
    name: 'Ada',
    code: '123456',
    minutes: 10,
  })
  expect(mail.subject).toBe('123456 est votre code Meridian')
  expect(mail.text).not.toContain('{{')
})
