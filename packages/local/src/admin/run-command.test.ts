import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

let said: string[] = []
beforeEach(() => {
  said = []
  for (const stream of ['log', 'error'] as const)
    vi.spyOn(console, stream).mockImplementation((text) => said.push(text))
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = 0
})
/** The output of a command line, on a system that knows no key. */
async function printed(...argv: string[]): Promise<unknown> {
  const call = async () => ({ keys: [] })
  // safe because no command here looks at an answer
  await runCommand(argv, async () => ({ call, close: async () => {} }) as never)
  return JSON.parse(said.join(''))
}

it.each([[['help']], [['--help']]])('%s shows what each command does, with its options', async (argv) => {
  const help = await printed(...argv)
  expect(Object.keys(Object(help))).toEqual(Object.keys(commands))
  expect(help).toMatchObject({
    'account create': { does: expect.stringContaining('makes an account'), options: { '--email': 'text' } },
  })
})

it.each([[['help', 'account', 'create']], [['account', 'create', '--help']]])('%s shows its options', async (argv) => {
  expect(await printed(...argv)).toMatchObject({ options: { '--email': 'text' } })
})

it.each([
  [['account', 'create'], '--email is required; --plan must be one of free, starter, growth, agency, scale'],
  [['account', 'show', '--account', 'a', '--plan', 'free'], '--plan is no option of it'],
  [['account', 'create', '--email'], '--email needs a value'],
  [['nothing'], `unknown command "nothing"; known: ${Object.keys(commands).join(', ')}`],
])('%s is refused in plain words', async (argv, error) => {
  expect(await printed(...argv)).toEqual({ error })
  expect(process.exitCode).toBe(1)
})
