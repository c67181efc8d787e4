import { describe, expect, it } from 'vitest'
import type { Operator } from '../system/operator.ts'
import { commands } from './commands.ts'

/** What a command line asks of the system. */
async function askedBy(name: keyof typeof commands, given: Record<string, string>): Promise<unknown[]> {
  const asked: unknown[] = []
  // safe because these commands hand on the answer as it is
  const call = (async (...args: unknown[]) => asked.push(args)) as unknown as Operator['call']
  await commands[name].run(call, given)
  return asked
}

describe('guest claim', () => {
  it('goes to an account, or to a new one of a mail address, with the key that is wished for', async () => {
    expect(await askedBy('guest claim', { link: 'l', account: 'a' })).toEqual([
      ['guests.claim', { body: { link: 'l', accountId: 'a', key: 'site' } }],
    ])
    expect(await askedBy('guest claim', { link: 'l', email: 'a@example.com', key: 'none' })).toEqual([
      ['guests.claim', { body: { link: 'l', email: 'a@example.com', key: 'none' } }],
    ])
  })

  it('with another word for the key asks nothing of the system', async () => {
    await expect(askedBy('guest claim', { link: 'l', account: 'a', key: 'all' })).rejects.toThrow('key')
  })
})
