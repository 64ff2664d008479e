import { expect, it } from 'vitest'
import { ConfigError } from '../config/config.ts'
import { readStartOptions } from './start-options.ts'

it('knows --empty', () => {
  expect(readStartOptions([])).toEqual({ isEmpty: false })
  expect(readStartOptions(['--empty'])).toEqual({ isEmpty: true })
})

it('refuses everything else and names it', () => {
  for (const wrong of ['--emtpy', '--port', 'empty', '-e', '--empty=yes']) {
    expect(() => readStartOptions([wrong]), wrong).toThrow(ConfigError)
    expect(() => readStartOptions([wrong]), wrong).toThrow(/The only option is --empty/)
  }
  expect(() => readStartOptions(['--emtpy'])).toThrow("Unknown option '--emtpy'")
})
