import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { readShell, type ShellDraft, shellFaultKey } from './shell-form.ts'
import { useStoredForm } from './useStoredForm.ts'

afterEach(() => vi.unstubAllGlobals())

const draft: ShellDraft = {
  id: 1,
  token: 'abc',
  isNameEditable: true,
  fleetName: 'Harbor Haulage',
  email: 'grace@example.com',
  firstName: 'Grace',
  lastName: 'Person',
  cellPhone: '6145550100',
  databaseName: '',
}

test.each([
  ['firstName', ' ', 'sign-up:shell.fault.firstName'], // ACC-126
  ['firstName', 'x'.repeat(300), 'fields:too_long'],
  ['lastName', 'www.example.com', 'fields:name_address'],
  ['fleetName', '', 'sign-up:shell.fault.fleetName'], // ACC-125
  ['cellPhone', '614', 'sign-up:shell.fault.cellPhone'], // ACC-128
  ['databaseName', 'x'.repeat(101), 'fields:too_long'],
] as const)('names the reason why %s %j is invalid', (name, value, key) => {
  const [code = ''] = readShell({ ...draft, [name]: value }).faults[name] ?? []
  expect(shellFaultKey(name, code)).toBe(key)
})

test('shows the text for the server’s error code', () => {
  expect(shellFaultKey('databaseName', 'taken')).toBe('fields:taken')
})

test('a form that is sent without typing has the same key after a reload', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
  })
  const keys: string[] = []
  function Form() {
    const { key, value } = useStoredForm('shell:1', (before) => ({ isStored: before !== undefined }))
    expect(value).toEqual({ isStored: false })
    keys.push(key)
    return null
  }
  for (let visit = 0; visit < 2; visit++) renderToStaticMarkup(createElement(Form))
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
})
