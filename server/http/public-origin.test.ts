import { expect, test } from 'vitest'
import { publicOrigin } from './public-origin.ts'

const asked = (host: string) => ({ protocol: 'http', host })
const real = { publicUrl: 'https://fleet.example', port: 3000 }
const local = { publicUrl: null, port: 3000 }

test('a mail names the configured address, or a brand below it, whatever host a request claims', () => {
  expect(publicOrigin(asked('fleet.example'), real)).toBe('https://fleet.example')
  expect(publicOrigin(asked('boreal.fleet.example'), real)).toBe('https://boreal.fleet.example')
  for (const host of [
    'evil.example',
    'boreal.evil.example',
    'evilfleet.example',
    'fleet.example.evil.example',
  ])
    expect(publicOrigin(asked(host), real), host).toBe('https://fleet.example')
  for (const host of ['evil.example/.fleet.example', 'evil.example#.fleet.example', 'a@b.fleet.example', ''])
    expect(publicOrigin(asked(host), real), host).toBe('https://fleet.example')
})

test('where none is configured only names of this machine are believed', () => {
  expect(publicOrigin(asked('localhost:4000'), local)).toBe('http://localhost:4000')
  expect(publicOrigin(asked('boreal.localhost:4000'), local)).toBe('http://boreal.localhost:4000')
  for (const host of ['evil.example', 'localhost.evil.example', 'evil.example:80@localhost', 'evillocalhost'])
    expect(publicOrigin(asked(host), local), host).toBe('http://localhost:3000')
})
