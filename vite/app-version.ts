import { execFileSync } from 'node:child_process'
import packageJson from '../package.json' with { type: 'json' }

/** Returns the version of the build, such as `0.1.0+1a2b3c4`. The heartbeat reports it, and the app detects updates by it. */
export function appVersion(): string {
  const build = process.env.WHEELBOOK_BUILD || gitCommit()
  return build ? `${packageJson.version}+${build}` : packageJson.version
}

function gitCommit(): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    // An archive without git, or a machine without it.
    return undefined
  }
}
