import type { OperationOutput } from '@rts/shared/contract/operation'
import type { Operations } from '@rts/shared/contract/table'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import { systemCaller } from '@rts/shared/service/system-caller'
import type { Comparison, TrackedKeyword } from '../domain/own-pages.ts'
import type { SeenPage } from '../domain/planner-rows.ts'

type ComparisonPage = OperationOutput<Operations['comparison.snapshot']>
export type ProjectReader = ReturnType<typeof createProjectReader>

/** What the owner of sites knows of one: its keywords, its competitors, and who is where. */
export function createProjectReader(call: RpcClient) {
  return {
    async comparison(accountId: string, siteId: string): Promise<Comparison> {
      const keywords: TrackedKeyword[] = []
      for (let cursor: string | null = ''; ; ) {
        const page: ComparisonPage = await call('comparison.snapshot', inputOf(siteId, cursor), systemCaller(accountId))
        for (const keyword of trackedOf(page)) keywords.push(keyword)
        cursor = page.nextCursor
        const competitors = page.competitors.map(({ id, domain }) => ({ id, domain }))
        if (cursor === null) return { competitors, keywords }
      }
    },

    /** The pages that the keywords have their ranks from, by the keyword's id. */
    async pages(accountId: string, siteId: string): Promise<Map<string, SeenPage>> {
      const pages = new Map<string, SeenPage>()
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: OperationOutput<Operations['pages.snapshot']> = await call(
          'pages.snapshot',
          inputOf(siteId, cursor),
          systemCaller(accountId),
        )
        for (const [i, id] of page.ids.entries()) {
          const urls = (page.urls[i] ?? []).filter((url) => url !== null)
          pages.set(id, { urls, questions: page.questions[i] ?? [], fetchedAt: page.fetchedAts[i] ?? null })
        }
        cursor = page.nextCursor
      }
      return pages
    },
  }
}

function inputOf(siteId: string, cursor: string) {
  return { params: { id: siteId }, query: cursor === '' ? {} : { cursor } }
}

function trackedOf(page: ComparisonPage): TrackedKeyword[] {
  return page.ids.map((id, i) => ({
    id,
    key: page.identities[i] ?? '',
    phrase: page.phrases[i] ?? '',
    country: page.countries[i] ?? '',
    language: page.languages[i] ?? '',
    position: page.positions[i] ?? null,
    checkedAt: page.checkedAts[i] ?? null,
    sandbox: page.sandboxes[i] ?? false,
    rivals: page.competitors.map(({ positions, urls }) => ({ position: positions[i] ?? null, url: urls[i] ?? null })),
  }))
}
