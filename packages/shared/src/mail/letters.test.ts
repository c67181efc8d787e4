import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createSeal } from '../seal.ts'
import { createLetters } from './letters.ts'
import type { Mail } from './mailer.ts'

const sealKeys = 'k2:the-newer-secret-of-tests'
const at = '2026-01-15T12:00:00.000Z'

/** The letters of a service that greets by name, what its mailer was handed, and its log. */
function lettersOf() {
  const sent: Mail[] = []
  const lines: string[] = []
  const { effect } = createLetters({
    kinds: {
      greeting: {
        variables: z.object({ name: z.string() }),
        say: ({ name }, language) => ({
          subject: 'Hello',
          paragraphs: [`${language === 'id' ? 'Halo' : 'Hello'} ${name}`],
        }),
      },
    },
    consumer: 'gateway.letters',
    seal: createSeal(sealKeys),
    mailer: { send: async (mail) => void sent.push(mail) },
    publicUrl: 'http://[::1]:8080/app',
    logger: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
  })
  const take = (sealed: string, kind = 'greeting', id = 'L1') => {
    const state = { id, kind, to: 'Ann@Example.com', at, sealed }
    const fact = { id: 'f', type: 'letter.written', aggregate: `letter:${id}`, version: 1, state } as const
    return { lane: effect.laneOf?.(fact), done: effect.perform(fact) }
  }
  return { sent, lines, take }
}

const canary = JSON.stringify({ name: 'canary' })

describe('a letter that is taken from the outbox', () => {
  it('is opened, said, and handed over under its own id and date; its lane is its recipient', async () => {
    const { sent, take } = lettersOf()
    const { lane, done } = take(createSeal(sealKeys).seal(canary, 'L1'))
    await done
    expect(lane).toBe('ann@example.com')
    expect(sent).toMatchObject([
      { to: 'Ann@Example.com', messageId: '<letter.L1@[::1]>', date: new Date(at), text: 'Hello canary\n' },
    ])
  })

  it('is said in the language that it was written in, and in English where none was named', async () => {
    const { sent, take } = lettersOf()
    for (const [i, language] of ['id', undefined, 'xx'].entries()) {
      const sealed = createSeal(sealKeys).seal(JSON.stringify({ name: 'Ann', language }), `L${i}`)
      await take(sealed, 'greeting', `L${i}`).done
    }
    expect(sent.map(({ text }) => text)).toEqual(['Halo Ann\n', 'Hello Ann\n', 'Hello Ann\n'])
    expect(sent.map(({ html }) => /lang="(\w+)"/.exec(html)?.[1])).toEqual(['id', 'en', 'en'])
  })

  it('whose key is lost raises an alarm that names letter and key, and is not sent', async () => {
    const { sent, lines, take } = lettersOf()
    const { done } = take(createSeal('k0:a-secret-that-was-lost').seal(canary, 'L1'))
    await expect(done).rejects.toThrow('the key k0 is not among SEAL_KEYS')
    expect(sent).toEqual([])
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, letter: 'L1', kind: 'greeting' })
    expect(lines[0]).not.toContain('canary')
  })

  it('with the words of another letter, or of a kind that is not known here, is not sent', async () => {
    const { sent, take } = lettersOf()
    const sealed = createSeal(sealKeys).seal(canary, 'L1')
    await expect(take(sealed, 'greeting', 'L2').done).rejects.toThrow('another place')
    for (const kind of ['unknown', 'constructor', '__proto__'])
      await expect(take(sealed, kind).done).rejects.toThrow('unknown kind')
    expect(sent).toEqual([])
  })
})
