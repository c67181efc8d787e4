import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { type ConsumerName, type EventState, events } from '../contract/events.ts'
import { type ReaderLanguage, readerLanguages } from '../contract/rows/person.ts'
import type { OutsideEffect } from '../facts/inbox.ts'
import { writeFact } from '../facts/write.ts'
import type { Logger } from '../logger.ts'
import { type Seal, SealError } from '../seal.ts'
import { type Letter, type WrittenLetter, writeLetter } from './letter.ts'
import type { Mailer } from './mailer.ts'

type Variables = Record<string, object>
export type LetterKinds<V extends Variables> = {
  [K in keyof V]: { variables: z.ZodType<V[K]>; say(variables: V[K], language: ReaderLanguage): Letter }
}
export type NewLetter<V extends Variables, K extends keyof V> = {
  /** Of letters, digits, dots and hyphens: it becomes part of the Message-ID. */
  id: string
  kind: K
  to: string
  at: string
  variables: V[K]
  language?: ReaderLanguage
}
export type LetterOptions<V extends Variables> = {
  kinds: LetterKinds<V>
  consumer: ConsumerName
  seal: Seal
  mailer: Mailer
  /** Its host is part of each Message-ID. */
  publicUrl: string
  logger: Logger
}

/**
 * A service's mail: `write` makes a letter part of the causing transaction, `effect` sends it. Its variables may hold links that open an
 * account, so they are sealed; a letter whose key is lost raises an alarm.
 */
export function createLetters<V extends Variables>({ kinds, consumer, seal, logger, ...options }: LetterOptions<V>) {
  const { hostname } = new URL(options.publicUrl)

  async function send(state: EventState<'letter.written'>): Promise<void> {
    const messageId = `<letter.${state.id}@${hostname}>`
    await options.mailer.send({ ...written(state), to: state.to, messageId, date: new Date(state.at) })
  }

  function written({ id, kind, sealed }: EventState<'letter.written'>): WrittenLetter {
    const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (!known) throw new Error(`unknown kind of letter ${kind}`)
    const given: unknown = JSON.parse(seal.open(sealed, id))
    const language = languageOf(given)
    return writeLetter(known.say(known.variables.parse(given), language), language)
  }

  const effect: OutsideEffect = {
    laneOf: (fact) => letterOf(fact.state).to.toLowerCase(),
    perform: async (fact) => {
      const letter = letterOf(fact.state)
      await send(letter).catch((error: unknown) => {
        if (error instanceof SealError)
          logger.error({ letter: letter.id, kind: letter.kind, err: error }, 'letter lost')
        throw error
      })
    },
  }

  return {
    effect,
    async write<K extends keyof V & string>(client: PoolClient, letter: NewLetter<V, K>): Promise<void> {
      const { id, kind, to, at, variables, language } = letter
      const state = { id, kind, to, at, sealed: seal.seal(JSON.stringify({ ...variables, language }), id) }
      await writeFact(client, { type: 'letter.written', aggregate: `letter:${id}`, version: 1, state }, [consumer])
    },
  }
}

function languageOf(given: unknown): ReaderLanguage {
  const { language } = Object(given)
  return readerLanguages.find((each) => each === language) ?? 'en'
}

function letterOf(state: unknown): EventState<'letter.written'> {
  return events['letter.written'].state.parse(state)
}
