import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LOCKS } from './advisory-locks.ts'

it('each advisory lock has a number of its own, defined in one place', async () => {
  const numbers = Object.values(LOCKS)
  expect(new Set(numbers).size).toBe(numbers.length)
  const server = join(import.meta.dirname, '..')
  const sources = (await readdir(server, { recursive: true })).filter((path) => path.endsWith('.ts'))
  const defining: string[] = []
  for (const path of sources)
    if (/\b727_?4\d\d\b/.test(await readFile(join(server, path), 'utf8'))) defining.push(path)
  expect(defining).toEqual([join('db', 'advisory-locks.ts')])
})
