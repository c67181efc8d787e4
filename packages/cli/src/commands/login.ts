import { type Command, textOf } from '../command.ts'
import { baseUrlOf, connect, forgetSettings, keepSettings, keyOf, settingsFile } from '../settings.ts'
import { exits, Unanswered, UsageError, type World } from '../world.ts'

export const login: Command = {
  name: 'login',
  usage: '--url ADDRESS',
  says: 'keep a server key, which is typed or comes from stdin, for later runs',
  options: { url: { type: 'string', value: 'ADDRESS', says: 'where the service is, https://ranks.example' } },
  // A key among the arguments could be read by every user of the machine.
  takes: { min: 0, max: 0 },
  async run({ world, output, values }) {
    const address = textOf(values, 'url') ?? world.env.RANK_TRACKER_URL
    if (!address) throw new UsageError('say where the service is: --url https://ranks.example')
    const url = baseUrlOf(address)
    const typed = await readSecret(world, 'Server key (the dashboard makes one; it is not shown): ')
    if (!typed) throw new Unanswered('No key was given')
    const key = keyOf(typed)
    const { total, allowance } = await connect(world, { url, key }).sites.list({ limit: 1 })
    const file = keepSettings(world, { url, key })
    output.note(
      `Signed in to ${url}: ${total === 1 ? '1 site' : `${total} sites`}, ${allowance.remaining} of ${allowance.limit} calls left today.`,
    )
    output.note(`The key is in ${file}, which only you can read.`)
    return exits.ok
  },
}

export const logout: Command = {
  name: 'logout',
  usage: '',
  says: 'forget the key; it stays valid until it is revoked in the dashboard',
  options: {},
  takes: { min: 0, max: 0 },
  async run({ world, output }) {
    forgetSettings(world)
    output.note(`The key is no longer in ${settingsFile(world)}.`)
    if (world.env.RANK_TRACKER_KEY) output.note('RANK_TRACKER_KEY is still set.')
    return exits.ok
  },
}

const enters = ['\r', '\n', '\u0004']

/** A secret from stdin: typed without echo where a person is there, else the first line that comes. Null after Ctrl-C. */
async function readSecret({ stdin, stderr }: World, question: string): Promise<string | null> {
  const isTyped = stdin.isTTY === true && stdin.setRawMode !== undefined
  if (isTyped) {
    stderr.write(question)
    stdin.setRawMode?.(true)
  }
  try {
    return await firstLine(stdin)
  } finally {
    if (isTyped) {
      stdin.setRawMode?.(false)
      stderr.write('\n')
    }
    stdin.pause()
  }
}

/** Signs that a terminal sends raw: Ctrl-C gives up, Ctrl-U begins anew, the backspace takes one back. */
async function firstLine(stdin: World['stdin']): Promise<string | null> {
  let line = ''
  stdin.setEncoding('utf8')
  for await (const part of stdin) {
    for (const sign of String(part)) {
      if (sign === '\u0003') return null
      if (enters.includes(sign)) return line.trim()
      if (sign === '\u0015') line = ''
      else if (sign === '\u007f' || sign === '\b') line = line.slice(0, -1)
      else line += sign
    }
  }
  return line.trim()
}
