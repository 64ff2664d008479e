import { expect, test } from 'vitest'
import { publicOrigin } from './public-origin.ts'

const requestTo = (host: string) => ({ protocol: 'http', host })
const brands = [{ subdomains: ['wheelbook'] }, { subdomains: ['boreal', 'nord'] }]
const real = { publicUrl: 'https://fleet.example', port: 3000 }
const withPort = { publicUrl: 'https://fleet.example:8443', port: 3000 }
const local = { publicUrl: null, port: 3000 }

test('a link uses the configured address or a subdomain of one of the brands', () => {
  expect(publicOrigin(requestTo('fleet.example'), real, brands)).toBe('https://fleet.example')
  expect(publicOrigin(requestTo('boreal.fleet.example'), real, brands)).toBe('https://boreal.fleet.example')
  expect(publicOrigin(requestTo('NORD.Fleet.Example'), real, brands)).toBe('https://nord.fleet.example')
  expect(publicOrigin(requestTo('boreal.fleet.example:8443'), withPort, brands)).toBe(
    'https://boreal.fleet.example:8443',
  )
})

test.each([
  'evil.example',
  'boreal.evil.example',
  'evilfleet.example',
  'fleet.example.evil.example',
  'evil.fleet.example',
  'boreal.evil.fleet.example',
  'evil.boreal.fleet.example',
  'boreal.fleet.example:8443',
  'boreal.fleet.example.',
  'evil.example/.fleet.example',
  'evil.example#.fleet.example',
  'a@boreal.fleet.example',
  'boreal.fleet.example@evil.example',
  ' boreal.fleet.example',
  '',
])('a link never uses the claimed host %j', (host) => {
  expect(publicOrigin(requestTo(host), real, brands)).toBe('https://fleet.example')
})

test('without a configured address, only names of this machine are accepted', () => {
  expect(publicOrigin(requestTo('localhost:4000'), local, brands)).toBe('http://localhost:4000')
  expect(publicOrigin(requestTo('127.0.0.1'), local, brands)).toBe('http://127.0.0.1')
  expect(publicOrigin(requestTo('[::1]:4000'), local, brands)).toBe('http://[::1]:4000')
  expect(publicOrigin(requestTo('boreal.localhost:4000'), local, brands)).toBe('http://boreal.localhost:4000')
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    'evil.localhost:4000',
    'evil.example:80@localhost',
    'evillocalhost',
    'localhost:port',
  ])
    expect(publicOrigin(requestTo(host), local, brands), host).toBe('http://localhost:3000')
})
