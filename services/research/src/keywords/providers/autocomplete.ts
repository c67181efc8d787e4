import { setTimeout as delay } from 'node:timers/promises'
import { askProvider } from '@rts/outside/call'
import { isSandbox } from '@rts/outside/config'
import { googleLanguage } from '@rts/outside/languages'
import { googleCountry } from '@rts/outside/locations'
import { z } from 'zod'
import { noFigures } from '../rules/figures.ts'
import type { AdapterDeps, IdeasQuery, IdeasSource } from './keyword-data.ts'

const source = 'autocomplete'
const maxSeeds = 5
/** Added to a single seed for more proposals: 27 calls at most. */
const letters = [...'abcdefghijklmnopqrstuvwxyz']
/** A public endpoint that blocks fast callers. */
const usualPauseMs = 150
const answerSchema = z.tuple([z.string(), z.array(z.string())], z.unknown())

/** Google's search suggestions: free, unofficial, without figures. */
export function createAutocomplete({ config, http, clock }: AdapterDeps, pauseMs = usualPauseMs): IdeasSource {
  const origin = { source, sandbox: isSandbox(config, config.AUTOCOMPLETE_BASE_URL) }
  const pace = (signal?: AbortSignal) => delay(origin.sandbox ? 0 : pauseMs, undefined, signal ? { signal } : {})

  async function suggestions(q: string, { country, language }: IdeasQuery, signal?: AbortSignal) {
    const answer = await askProvider(
      http,
      {
        provider: source,
        url: `${config.AUTOCOMPLETE_BASE_URL}/complete/search`,
        query: { client: 'firefox', q, hl: googleLanguage(language), gl: googleCountry(country) },
        signal,
      },
      answerSchema,
      // No keys exist: a 403 means too many calls.
      ({ status }) => (status === 403 ? 'rate' : null),
    )
    return answer.ok ? answer.body[1] : answer
  }

  return {
    source,
    priceUsd: () => 0,
    async ask(query, signal) {
      const phrases: string[] = []
      const seeds = query.phrases.slice(0, maxSeeds)
      const [only = '', ...others] = seeds
      const begun = others.length > 0 ? seeds : [only, ...letters.map((letter) => `${only} ${letter}`)]
      for (const [i, text] of begun.entries()) {
        if (i > 0) await pace(signal)
        const found = await suggestions(text, query, signal)
        if (!Array.isArray(found)) {
          // The seed's own proposals suffice; letters are extra.
          if (i < seeds.length) return found
          break
        }
        phrases.push(...(i < seeds.length ? [text] : []), ...found)
      }
      const value = [...new Set(phrases.map((phrase) => phrase.trim()).filter(Boolean))]
        .slice(0, query.limit)
        .map((phrase) => ({ phrase, ...noFigures, ...origin }))
      return { ok: true, ...origin, fetchedAt: clock.now(), costUsd: 0, value }
    },
  }
}
