import { z } from 'zod'
import type { Operator } from '../system/operator.ts'
import { commands } from './commands.ts'
import { meanings } from './meanings.ts'

type CommandName = keyof typeof commands
// safe because these are its own keys
const commandNames = Object.keys(commands) as CommandName[]

/** Runs one command of the operator on the system behind `connect`, and prints its answer or its error as JSON. */
export async function runCommand(argv: readonly string[], connect: () => Promise<Operator>): Promise<void> {
  try {
    console.log(JSON.stringify(await answerOf(argv, connect), null, 2))
  } catch (error) {
    console.error(JSON.stringify({ error: messageOf(error) }))
    process.exitCode = 1
  }
}

async function answerOf(argv: readonly string[], connect: () => Promise<Operator>): Promise<unknown> {
  if (argv[0] === 'help' || argv.includes('--help')) return helpOf(argv.filter((word) => !/^(--)?help$/.test(word)))
  const { words, given } = parseArguments(argv)
  const command = commands[nameOf(words)]
  const operator = await connect()
  try {
    return await command.run(operator.call, given)
  } finally {
    await operator.close()
  }
}

/** The options of a command, or of all of them. */
function helpOf(words: readonly string[]): unknown {
  if (words.length > 0) return shown(words.join(' '))
  return Object.fromEntries(commandNames.map((name) => [name, shown(name)]))
}

function shown(words: string) {
  const name = nameOf(words)
  return { does: meanings[name], options: commands[name].help }
}

function nameOf(words: string): CommandName {
  const name = commandNames.find((known) => known === words)
  if (name === undefined) throw new Error(`unknown command "${words}"; known: ${commandNames.join(', ')}`)
  return name
}

/** Splits `account create --email E` into words and options; each option is followed by its value. */
function parseArguments(argv: readonly string[]): { words: string; given: Record<string, string> } {
  const first = argv.findIndex((word) => word.startsWith('--'))
  const words = (first < 0 ? argv : argv.slice(0, first)).join(' ')
  const given: Record<string, string> = {}
  const rest = first < 0 ? [] : argv.slice(first)
  for (let i = 0; i < rest.length; i += 2) {
    const name = rest[i] ?? ''
    const value = rest[i + 1]
    if (!name.startsWith('--') || value === undefined) throw new Error(`${name} needs a value`)
    given[name.slice(2)] = value
  }
  return { words, given }
}

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError) return error.issues.map(lineOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

function lineOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `${issue.keys.map((key) => `--${key}`).join(', ')} is no option of it`
  return `--${issue.path.join('.')} ${issue.message}`
}
