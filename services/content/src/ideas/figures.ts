import { AppError } from '@rts/shared/errors'
import type { Place } from '@rts/shared/phrases/own-pages'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import { systemCaller } from '@rts/shared/service/system-caller'
import type { Figures } from './rules/model.ts'

/** Finds the figures of a tracked phrase in a place; undefined where nothing is saved. */
export type KnownFigures = (keyword: Place & { key: string }) => Figures | undefined
export type FigureReader = ReturnType<typeof createFigureReader>

const mostPlaces = 10

/** Reads the figures of a site's phrases that research has saved; none are bought here. */
export function createFigureReader(call: RpcClient) {
  return async (accountId: string, siteId: string, places: readonly Place[]): Promise<KnownFigures> => {
    const known = new Map<string, Figures>()
    const read = async ({ country, language }: Place) => {
      const input = { params: { id: siteId }, query: { country, language } }
      const saved = await call('figures.snapshot', input, systemCaller(accountId)).catch(unlessAway)
      for (const [i, key] of (saved?.keys ?? []).entries()) {
        known.set(`${country} ${language} ${key}`, {
          volume: saved?.volumes[i] ?? null,
          difficulty: saved?.difficulties[i] ?? null,
          intent: saved?.intents[i] ?? null,
        })
      }
    }
    await Promise.all(places.slice(0, mostPlaces).map(read))
    return ({ country, language, key }) => known.get(`${country} ${language} ${key}`)
  }
}

/** Without research figures are unknown, and ideas are still listed. */
function unlessAway(error: unknown): null {
  if (error instanceof AppError && (error.code === 'unavailable' || error.code === 'timeout')) return null
  throw error
}
