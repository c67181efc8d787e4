import { parseArgs } from 'node:util'
import { type Command, commonOptions, parseConfig } from './command.ts'
import { add } from './commands/add.ts'
import { check } from './commands/check.ts'
import { history } from './commands/history.ts'
import { keywords } from './commands/keywords.ts'
import { login, logout } from './commands/login.ts'
import { remove } from './commands/remove.ts'
import { sites } from './commands/sites.ts'
import { connect } from './connect.ts'
import { failureOf } from './failures.ts'
import { completionOf, helpOf, helpOfOne } from './help.ts'
import { outputOf } from './output/output.ts'
import { safe } from './output/safe.ts'
import { settingsOf } from './settings.ts'
import { exits, UsageError, type World } from './world.ts'

export const commands: readonly Command[] = [login, logout, sites, keywords, add, remove, history, check]

/** Runs a command; answers its exit code. `version` is that of the package. */
export async function run(words: readonly string[], world: World, version: string): Promise<number> {
  const [name, ...rest] = words
  try {
    if (name === undefined || name === '--help' || name === '-h' || name === 'help')
      world.stdout.write(helpOf(commands))
    else if (name === '--version') world.stdout.write(`${version}\n`)
    else if (name === 'completion') world.stdout.write(completionOf(commands, rest))
    else return await runCommand(name, rest, world)
    return name === undefined ? exits.usage : exits.ok
  } catch (error) {
    const { text, code } = failureOf(error)
    world.stderr.write(`rank-tracker-cli: ${safe(text)}\n`)
    return code
  }
}

async function runCommand(name: string, words: string[], world: World): Promise<number> {
  const command = commands.find((one) => one.name === name)
  if (!command) throw new UsageError(`no command is ${name}: rank-tracker-cli --help has them`)
  const options = parseConfig({ ...command.options, ...commonOptions })
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
  if (values.help === true) {
    world.stdout.write(helpOfOne(command))
    return exits.ok
  }
  refuseCount(command, positionals.length)
  const { json, csv, plain, ascii } = values
  const output = outputOf(world, {
    json: json === true,
    csv: csv === true,
    plain: plain === true,
    ascii: ascii === true,
  })
  return command.run({ world, output, values, given: positionals, api: () => connect(world, settingsOf(world)) })
}

function refuseCount({ name, usage, takes }: Command, count: number): void {
  if (count < takes.min || count > takes.max) throw new UsageError(`rank-tracker-cli ${name} ${usage}`.trim())
}
