import type { Caller } from '@rts/shared/contract/caller'
import type { HistoryRow, KeywordRow } from '@rts/shared/contract/rows/keyword'
import type { SiteRow } from '@rts/shared/contract/rows/site'
import { callerOf, type Reply, until, type World } from './world.ts'

/** Asks again while a busy machine keeps the service from answering, as its callers do. */
export const patiently = (ask: () => Promise<Reply>): Promise<Reply> => until(ask, ({ status }) => status !== 503)

/** The calls of one account over HTTP. */
export function accountIn(world: Pick<World, 'call'>, changes: Partial<Caller> = {}) {
  const caller = callerOf(changes)
  const call = (method: string, path: string, body?: unknown): Promise<Reply> => world.call(caller, method, path, body)
  const api = {
    id: caller.accountId,
    /** The same account with a changed caller. */
    as: (other: Partial<Caller>) => accountIn(world, { ...caller, ...other }),
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown) => call('POST', path, body),
    patch: (path: string, body: unknown) => call('PATCH', path, body),
    delete: (path: string) => call('DELETE', path),
    async site(body: Record<string, unknown> = {}): Promise<SiteRow> {
      const reply = await patiently(() => api.post('/projects', { name: 'Site', domain: 'example.com', ...body }))
      if (reply.status !== 200) throw new Error(JSON.stringify(reply))
      return reply.body.project
    },
    async keyword(site: SiteRow, keyword: string, place: Record<string, unknown> = {}): Promise<KeywordRow> {
      const reply = await patiently(() => api.post(`/projects/${site.id}/keywords`, { keyword, ...place }))
      if (reply.status !== 200) throw new Error(JSON.stringify(reply))
      return reply.body.keyword
    },
    async keywords(site: SiteRow): Promise<KeywordRow[]> {
      return (await api.get(`/projects/${site.id}/keywords`)).body.keywords
    },
    async history(site: SiteRow, keyword: KeywordRow, query = ''): Promise<HistoryRow[]> {
      return (await api.get(`/projects/${site.id}/keywords/${keyword.id}/history${query}`)).body.history
    },
    /** The history once it has this many entries. */
    historyOf(site: SiteRow, keyword: KeywordRow, entries: number): Promise<HistoryRow[]> {
      return until(
        () => api.history(site, keyword),
        (rows) => rows.length === entries,
      )
    },
    /** The keyword once its last check has this status. */
    checked(site: SiteRow, keyword: KeywordRow, status: 'queued' | 'ok' | 'failed' = 'ok'): Promise<KeywordRow> {
      return until(
        async () => (await api.keywords(site)).find((row) => row.id === keyword.id) ?? keyword,
        (row) => row.lastCheck?.status === status,
      )
    },
  }
  return api
}
