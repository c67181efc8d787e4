import { commonOptions, type Options } from '../../../packages/cli/src/command.ts'
import { commands as cliCommands } from '../../../packages/cli/src/run.ts'
import { commands as operatorCommands } from '../../../packages/local/src/admin/commands.ts'
import { code, page, table } from '../markdown.ts'

const operatorWords = `Operators run these commands. With compose: \`docker compose run --rm operator COMMAND\`. With \`npm start\`:
\`npm run -s admin -- COMMAND\`. In the one container: \`docker exec rank-tracker node packages/local/src/admin.ts COMMAND\`.
Each prints one JSON document on stdout. An error is \`{"error": …}\` on stderr, with exit code 1. \`COMMAND --help\` prints
the options. Every option takes a value.`
const callerWords = `\`rank-tracker-cli\` calls the server API with a server key. Its [guide](../api/command-line.md) shows how to install it
and what its exit codes mean.`

const meanings: Record<keyof typeof operatorCommands, string> = {
  'account create': 'makes an account; the same address again returns the account that exists',
  'account list': 'lists all accounts',
  'account plan': 'changes the plan of an account, without a payment',
  'account show': 'shows one account',
  'account close': 'closes an account for good and deletes its data; `--confirm` repeats its address',
  'person create':
    'makes a person with a verified address; without `--password` it prints a link to set one, valid for 24 hours',
  'person list': 'lists people and their accounts',
  usage: 'shows the calls of an account: today and thirty days',
  audit: 'shows the audit log of an account',
  'key create': 'makes a key and prints it once: `server` for the API, `lasting` for an assistant',
  'key list': 'lists the keys of an account',
  'key revoke': 'revokes a key at once',
  'order list': 'lists orders',
  'order invoice': 'makes an order in US dollars that is paid outside',
  'order settle': 'marks an order as paid; `--reference` names the payment',
  'order refund': 'refunds an order or a part of it',
  'guest claim': "gives a guest's site to an account or to a new Free account",
  'graph import': "imports a release of Common Crawl's domain graph",
  import: 'imports sites and keywords that SerpBear exported',
  'providers list': 'shows which providers are on and what is missing',
  'providers check': 'asks each provider once and checks its answer; costs a call of each',
  'outbox list': 'lists events and letters that wait or are stuck',
  'outbox retry': 'delivers one of them now',
}

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
