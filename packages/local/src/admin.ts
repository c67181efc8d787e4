import path from 'node:path'
import { AppError } from '@rts/shared/errors'
import { z } from 'zod'
import { commands } from './admin/commands.ts'
import { openDataFolder } from './system/data-folder.ts'
import { connectOperator } from './system/operator.ts'

/** `account create --email E` as its words and its options; an option stands before its value. */
function parseArguments(argv: readonly string[]): { words: string; given: Record<string, string> } {
  const first = argv.findIndex((word) => word.startsWith('--'))
  const words = (first < 0 ? argv : argv.slice(0, first)).join(' ')
  const given: Record<string, string> = {}
  const rest = first < 0 ? [] : argv.slice(first)
  for (let i = 0; i < rest.length; i += 2) {
    const [name = '', value] = [rest[i], rest[i + 1]]
    if (!name.startsWith('--') || value === undefined) throw new Error(`${name} needs a value`)
    given[name.slice(2)] = value
  }
  return { words, given }
}

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map((issue) => `--${issue.path.join('.') || 'options'}: ${issue.message}`).join('; ')
  if (error instanceof AppError || error instanceof Error) return error.message
  return String(error)
}

async function main(): Promise<unknown> {
  const { words, given } = parseArguments(process.argv.slice(2))
  if (words === 'help') return Object.keys(commands)
  const command = Object.entries(commands).find(([name]) => name === words)?.[1]
  if (!command) throw new Error(`unknown command "${words}"; known: ${Object.keys(commands).join(', ')}`)
  const folder = openDataFolder(path.resolve(process.env.DATA_DIR || '.data'))
  const connection = folder.readConnection()
  const secrets = folder.readSecrets()
  if (!connection || !secrets) throw new Error(`no system in ${folder.path}; run npm start first, or set DATA_DIR`)
  const operator = await connectOperator({ natsUrl: connection.natsUrl, callerKeys: secrets.callerKeys })
  try {
    return await command.run(operator.call, given)
  } finally {
    await operator.close()
  }
}

try {
  console.log(JSON.stringify(await main(), null, 2))
} catch (error) {
  console.error(JSON.stringify({ error: messageOf(error) }))
  process.exitCode = 1
}
