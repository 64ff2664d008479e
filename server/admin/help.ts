import { COMMANDS, type Command } from './commands.ts'

const hintOf = (name: string, help: string) =>
  help.startsWith('<') ? `--${name} ${help}` : `--${name}: ${help}`

/** Help of one command. */
export const usageOf = (name: string, { summary, options }: Command) =>
  [
    `Usage: npm run admin -- ${name}`,
    `  ${summary}`,
    ...Object.entries(options).map(([option, help]) => `  ${hintOf(option, help)}`),
    '  --json: prints the result as JSON',
  ].join('\n')

/** Help of all commands. */
export const usageOfAll = () =>
  Object.entries(COMMANDS)
    .map(([name, command]) => usageOf(name, command))
    .join('\n')

/** The content of docs/operate/command-line.md. */
export const commandPage = () => `# Command line

\`npm run admin -- <command>\` does tasks that no screen offers. It reads the same environment variables as the server, and works
while the server runs or not. \`--help\` explains a command, \`--json\` prints its result as JSON. A failed command has the exit
code 1. Unknown options are refused. After an upgrade, start the server first, because it backs up and migrates the database. A
command migrates only a database without fleets.

A file is named relative to the folder where the command is given. \`wheelbook admin\` reads and writes files as the user
\`wheelbook\`, who may not enter the folders of root. With \`--file -\`, your shell opens the file instead:

\`\`\`sh
wheelbook admin import-shops --file - < shops.csv
(umask 077; wheelbook admin export-user --email ada@example.com --file - > ada.json)
\`\`\`

| command | options | what it does |
|---|---|---|
${Object.entries(COMMANDS)
  .map(([name, { summary, options }]) => `| \`${name}\` | ${optionsOf(options)} | ${summary} |`)
  .join('\n')}

Every command that changes data or reads personal data is recorded before it runs: \`trail\` lists them. The sign-in trail also
records \`end-sessions\` and \`unlock\`, and the audit log of the fleet \`erase-user\`
([decision 77](../decisions/0077-erasing-a-user.md)). [Backups](backups.md) have their own commands.
`

const optionsOf = (options: Command['options']) =>
  Object.entries(options)
    .map(([name, help]) => `\`--${name}\` ${help.replaceAll('<', '').replaceAll('>', '')}`)
    .join('<br>')
