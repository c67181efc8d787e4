import type { Fetched } from '@rts/outside/guarded/fetcher'
import type { RobotsFile, Sitemaps } from './site-files.ts'

/** Thrown between two requests to pause a crawl. */
export class Paused extends Error {}

export type Kept = {
  /** The site's requested pause between requests. */
  everyMs: number
  robots: RobotsFile | null
  sitemaps: (Omit<Sitemaps, 'listed'> & { listed: string[] }) | null
  /** Bodyless answers: pictures, other sites, unlinked addresses. */
  answers: [request: string, answer: Answer][]
}
type Answer = Omit<Extract<Fetched, { ok: true }>, 'body'> | Extract<Fetched, { ok: false }>
export type Memory = ReturnType<typeof createMemory>

/** Longer lists are read again. */
const maxCharacters = 4_000_000
const keptHeaders = ['content-length', 'content-type']

export function createMemory(kept: Kept | null, isPaused: () => Promise<boolean>) {
  const answers = new Map(kept?.answers)
  let robots = kept?.robots ?? null
  let sitemaps = kept?.sitemaps ? { ...kept.sitemaps, listed: new Set(kept.sitemaps.listed) } : null

  /** Each request is made once per crawl. */
  async function answered(request: string, ask: () => Promise<Fetched>): Promise<Answer> {
    const answer = answers.get(request) ?? withoutBody(await ask())
    answers.set(request, answer)
    return answer
  }

  return {
    everyMs: kept?.everyMs ?? 0,

    robots: async (read: () => Promise<RobotsFile>): Promise<RobotsFile> => {
      robots ??= await read()
      return robots
    },

    sitemaps: async (read: () => Promise<Sitemaps>): Promise<Sitemaps> => {
      sitemaps ??= await read()
      return sitemaps
    },

    answered,
    /** As `answered`, but throws `Paused` instead of asking. */
    once: async (request: string, ask: () => Promise<Fetched>): Promise<Answer> => {
      if (!answers.has(request) && (await isPaused())) throw new Paused()
      return answered(request, ask)
    },

    kept(everyMs: number): Kept {
      const listed = [...(sitemaps?.listed ?? [])]
      const isShort = listed.reduce((sum, url) => sum + url.length, 0) <= maxCharacters
      return { everyMs, robots, sitemaps: sitemaps && isShort ? { ...sitemaps, listed } : null, answers: [...answers] }
    },
  }
}

function withoutBody(answer: Fetched): Answer {
  if (!answer.ok) return answer
  const { body, ...rest } = answer
  const headers = Object.entries(answer.headers).filter(([name]) => keptHeaders.includes(name))
  return { ...rest, headers: Object.fromEntries(headers) }
}
