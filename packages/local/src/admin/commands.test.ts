import { databaseServices } from '@rts/shared/contract/services'
import { AppError } from '@rts/shared/errors'
import { describe, expect, it } from 'vitest'
import type { Operator } from '../system/operator.ts'
import { commands } from './commands.ts'

/** The calls that a command makes. */
async function askedBy(name: keyof typeof commands, given: Record<string, string>): Promise<unknown[]> {
  const asked: unknown[] = []
  // safe because these commands return the answer unchanged
  const call = (async (...args: unknown[]) => asked.push(args)) as unknown as Operator['call']
  await commands[name].run(call, given)
  return asked
}

describe('guest claim', () => {
  it('goes to an account, or to a new one for an email address, with the requested key', async () => {
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

describe('outbox retry', () => {
  const retryWith = (answerOf: (operation: string) => unknown) =>
    // safe because this command calls only the rows answered here
    commands['outbox retry'].run((async (name: string) => answerOf(name)) as unknown as Operator['call'], { id: 'd' })
  const notFound = () => {
    throw new AppError('not_found', 'No such pending delivery')
  }

  it('finds the service that has the delivery, whichever it is', async () => {
    for (const service of databaseServices)
      expect(
        await retryWith((name) => (name === `${service}Outbox.retry` ? { delivery: { service } } : notFound())),
      ).toEqual({ service })
    await expect(retryWith(notFound)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('says what went wrong at a service, and asks no other in its place', async () => {
    const asked: string[] = []
    const failing = retryWith((name) => {
      asked.push(name)
      throw new AppError('timeout', 'The service behind this did not answer in time')
    })
    await expect(failing).rejects.toMatchObject({ code: 'timeout' })
    expect(asked).toHaveLength(1)
  })
})
