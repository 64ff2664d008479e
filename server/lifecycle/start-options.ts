import { parseArgs } from 'node:util'
import { ConfigError } from '../config/config.ts'

/**
 * Reads the command line of a start: `--empty` leaves out the demo data.
 * @throws ConfigError for anything else, so that a mistyped option does not start something unexpected
 */
export function readStartOptions(args: readonly string[]): { isEmpty: boolean } {
  try {
    const { values } = parseArgs({ args: [...args], options: { empty: { type: 'boolean' } } })
    return { isEmpty: values.empty === true }
  } catch (error) {
    const [what] = error instanceof Error ? error.message.split('. ') : [String(error)]
    throw new ConfigError(`${what}. The only option is --empty: start without demo data.`)
  }
}
