import { parseArgs } from 'node:util'
import { ApiProblem, NoAnswer, NotTheApi } from '../../client/src/client.ts'
import { type Command, commonOptions, parseConfig } from './command.ts'
import { add } from './commands/add.ts'
import { check } from './commands/check.ts'
import { history } from './commands/history.ts'
import { keywords } from './commands/keywords.ts'
import { login, logout } from './commands/login.ts'
import { remove } from './commands/remove.ts'
import { sites } from './commands/sites.ts'
import { completionOf, helpOf, helpOfOne } from './help.ts'
import { outputOf } from './output/output.ts'
import { safe } from './output/safe.ts'
import { connect, settingsOf } from './settings.ts'
import { exits, Unanswered, UsageError, type World } from './world.ts'

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

/** The failure in a sentence, with a way out of it, and the exit code. Throws what is a fault of this program. */
function failureOf(error: unknown): { text: string; code: 2 | 3 } {
  if (error instanceof UsageError) return { text: error.message, code: exits.usage }
  if (isParseError(error)) return { text: error.message.replace(/\s*\n\s*/g, ' '), code: exits.usage }
  return { text: unansweredOf(error), code: exits.unanswered }
}

function unansweredOf(error: unknown): string {
  if (error instanceof ApiProblem) return refusalOf(error)
  if (error instanceof Unanswered) return error.message
  if (error instanceof NotTheApi) return `${error.message}: is that the address of the service?`
  if (error instanceof NoAnswer) return noAnswerOf(error.cause)
  throw error
}

function noAnswerOf(failure: unknown): string {
  const { name, message, cause } = Object(failure)
  if (name === 'TimeoutError') return 'The service did not answer within a minute'
  if (name === 'SyntaxError') return 'The answer of the service is no JSON: it was cut or changed on its way'
  if (message === 'terminated') return `The connection to the service broke off: ${reasonOf(cause)}`
  return `The service cannot be reached: ${reasonOf(cause)}`
}

function refusalOf({ code, detail, errors, allowance, requestId, body }: ApiProblem): string {
  if (code === 'missing_key' || code === 'invalid_key')
    return 'The key is not valid, or not any more: run login with a new one'
  if (code === 'browser_not_allowed')
    return 'The service took this program for a browser: something in between adds a header, as a proxy with cookies does'
  if (code === 'rate_limited')
    return `The key has no call left in this minute: try again in ${body.retryAfterSeconds ?? 60} s`
  if (code === 'allowance_exhausted')
    return `The calls of the day are used up; there are new ones at ${allowance.resetsAt}`
  const fields = errors.map(({ field, message }) => `${field} ${message}`)
  return `${fields.length > 0 ? fields.join('; ') : detail} (${code}, request ${requestId})`
}

function isParseError(error: unknown): error is Error {
  return error instanceof TypeError && String(Object(error).code).startsWith('ERR_PARSE_ARGS')
}

function reasonOf(cause: unknown): string {
  const { code, message } = Object(cause)
  return safe(String(code ?? message ?? 'no reason'))
}
