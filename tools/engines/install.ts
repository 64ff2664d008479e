import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs Debian packages if a program is missing. @throws Error when that is impossible here */
export function requireProgram(program: string, packages: readonly string[]): string {
  if (existsSync(program)) return program
  if (existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      stdio: 'inherit',
    })
  }
  if (existsSync(program)) return program
  throw new Error(`${program} is not here and could not be installed (${packages.join(', ')})`)
}
