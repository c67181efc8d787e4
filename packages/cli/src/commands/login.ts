import { type Command, textOf } from '../command.ts'
import { connect } from '../connect.ts'
import { readSecret } from '../secret.ts'
import { baseUrlOf, forgetSettings, keepSettings, keyOf, settingsFile } from '../settings.ts'
import { exits, Unanswered, UsageError } from '../world.ts'

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
