import type { OperationOutput } from '@rts/shared/contract/operation'
import type { Operations } from '@rts/shared/contract/table'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import { systemCaller } from '@rts/shared/service/system-caller'

/** A phrase that a site tracks. */
export type Tracked = {
  id: string
  /** What is the same phrase, whatever its spelling. */
  key: string
  phrase: string
  country: string
  language: string
  /** Null where the site was not found, or not looked for. */
  position: number | null
  url: string | null
  checkedAt: string | null
  sandbox: boolean
}
type Site = { id: string; accountId: string }
type RanksPage = OperationOutput<Operations['comparison.snapshot']>
type SeenPage = OperationOutput<Operations['pages.snapshot']>
export type SiteReader = ReturnType<typeof createSiteReader>

/** What the owner of sites knows of one: its phrases and their ranks, its competitors, and what people ask on its results pages. */
export function createSiteReader(call: RpcClient) {
  return {
    async ranks({ id, accountId }: Site): Promise<{ keywords: Tracked[]; competitors: string[] }> {
      const keywords: Tracked[] = []
      for (let cursor: string | null = ''; ; ) {
        const page: RanksPage = await call('comparison.snapshot', pageAt(id, cursor), systemCaller(accountId))
        keywords.push(...trackedOf(page))
        cursor = page.nextCursor
        if (cursor === null) return { keywords, competitors: page.competitors.map(({ domain }) => domain) }
      }
    },

    /** The questions on the results page of each phrase, by the phrase's id. */
    async questions({ id, accountId }: Site): Promise<Map<string, string[]>> {
      const questions = new Map<string, string[]>()
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: SeenPage = await call('pages.snapshot', pageAt(id, cursor), systemCaller(accountId))
        for (const [i, keywordId] of page.ids.entries()) questions.set(keywordId, page.questions[i] ?? [])
        cursor = page.nextCursor
      }
      return questions
    },
  }
}

function pageAt(id: string, cursor: string) {
  return { params: { id }, query: cursor === '' ? {} : { cursor } }
}

function trackedOf(page: RanksPage): Tracked[] {
  return page.ids.map((id, i) => ({
    id,
    key: page.identities[i] ?? '',
    phrase: page.phrases[i] ?? '',
    country: page.countries[i] ?? '',
    language: page.languages[i] ?? '',
    position: page.positions[i] || null,
    url: page.urls[i] ?? null,
    checkedAt: page.checkedAts[i] ?? null,
    sandbox: page.sandboxes[i] ?? false,
  }))
}
