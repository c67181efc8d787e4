import { commonOptions, type Options } from '../../../packages/cli/src/command.ts'
import { commands as cliCommands } from '../../../packages/cli/src/run.ts'
import { commands as operatorCommands } from '../../../packages/local/src/admin/commands.ts'
import { meanings } from '../../../packages/local/src/admin/meanings.ts'
import { code, page, table } from '../markdown.ts'

const operatorWords = `Operators run these commands. With compose: \`docker compose run --rm operator COMMAND\`. With \`npm start\`:
\`npm run -s admin -- COMMAND\`. In the one container: \`docker exec rank-tracker node packages/local/src/admin.ts COMMAND\`.
Each prints one JSON document on stdout. An error is \`{"error": …}\` on stderr, with exit code 1. \`COMMAND --help\` prints
the options. Every option takes a value.`
const callerWords = `\`rank-tracker-cli\` calls the server API with a server key. Its [guide](../api/command-line.md) shows how to install it
and what its exit codes mean.`

/** `docs/reference/command-line.md`. */
export function commandLinePage(): string {
  return page('Command line', 'the commands of packages/local and packages/cli', [
    '## Operators',
    operatorWords,
    table(['command', 'meaning', 'options'], Object.entries(meanings).map(operatorRow)),
    '## Callers',
    callerWords,
    table(
      ['command', 'meaning', 'options'],
      cliCommands.map(({ name, usage, says, options }) => [
        code(`rank-tracker-cli ${name} ${usage}`.trim()),
        says,
        optionsOf(options),
      ]),
    ),
    'Options of all commands:',
    table(['option', 'meaning'], Object.entries(commonOptions).map(optionRow)),
  ])
}

function operatorRow([name, meaning]: [string, string]): string[] {
  const help = Object.entries(operatorCommands).find(([known]) => known === name)?.[1].help ?? {}
  const options = Object.entries<string>(help).map(
    ([option, takes]) => `${code(option)} ${takes.replaceAll(' | ', ', ')}`,
  )
  return [code(name), meaning, options.join('<br>')]
}

function optionsOf(options: Options): string {
  return Object.entries(options)
    .map((entry) => optionRow(entry).join(' '))
    .join('<br>')
}

function optionRow([name, { value, says }]: [string, Options[string]]): string[] {
  return [code(`--${name}${value ? ` ${value}` : ''}`), says]
}
