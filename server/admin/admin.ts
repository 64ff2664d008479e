import { parseArgs } from 'node:util'
import type { Config } from '#server/config/config.ts'
import { recordCommand } from './command-trail.ts'
import { COMMANDS, type Command, type Outcome } from './commands.ts'
import { usageOf, usageOfAll } from './help.ts'
import { UsageError } from './usage-error.ts'
import { withServices } from './with-services.ts'

/** Runs one administrator command. Errors: UsageError, CommandRejected, CompanyRefused. */
export async function admin(
  args: readonly string[],
  config: Config,
  print: (line: string) => void,
): Promise<void> {
  const [name = '', ...rest] = args
  if (name === '--help') return print(usageOfAll())
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new UsageError(name === '' ? usageOfAll() : unknownCommand(name))
  const { json, help, ...values } = valuesOf(name, command, rest)
  if (help === true) return print(usageOf(name, command))
  try {
    command.check?.(values, config)
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${error.message}\n${usageOf(name, command)}`)
    throw error
  }
  await withServices(config, async (services, jobs) => {
    if (command.recorded) await recordCommand(services.db, name, command.recorded, values)
    const outcome = await command.run({ config, services, jobs, values })
    for (const line of json === true ? [JSON.stringify(jsonOf(outcome))] : linesOf(outcome)) print(line)
  })
}

const unknownCommand = (name: string) => `Unknown command: ${name}
Usage: npm run admin -- <command>. --help lists what each one does: ${Object.keys(COMMANDS).join(', ')}.`

function valuesOf(name: string, command: Command, args: string[]) {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, json: '', help: '' }).map(
      ([option, help]) => [option, { type: help.startsWith('<') ? 'string' : 'boolean' }] as const,
    ),
  )
  try {
    return { ...parseArgs({ args, options }).values }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${usageOf(name, command)}`)
  }
}

const jsonOf = (outcome: Outcome) => ('rows' in outcome ? outcome.rows : outcome.facts)

function linesOf(outcome: Outcome): string[] {
  if ('message' in outcome) return outcome.message.split('\n')
  const [first] = outcome.rows
  if (!first) return ['None.']
  const cells = [
    Object.keys(first),
    ...outcome.rows.map((row) => Object.values(row).map((cell) => String(cell ?? ''))),
  ]
  const widths = Object.keys(first).map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)))
  return cells.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
