import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commandPage } from './help.ts'

it('docs/operate/command-line.md is what the table of commands generates', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/operate/command-line.md'), 'utf8')).toBe(
    commandPage(),
  )
})
