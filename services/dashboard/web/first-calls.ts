import type { OperationInput } from '@rts/shared/contract/operation'
import type { Operations } from '@rts/shared/contract/table'
import { type PageName, pageAt } from './routes.ts'

type First = 'movements.list' | 'siteSummaries.list' | 'sites.get' | 'visibility.list'
type FirstCall = { [N in First]: [name: N, input: OperationInput<Operations[N]>] }[First]

/** How many days a page compares whose address names none. */
export const defaultDays = 7

const withoutSession: ReadonlySet<PageName> = new Set([
  'signUp',
  'signIn',
  'verify',
  'reset',
  'claim',
  'invite',
  'connect',
  'sharedReport',
])

/** Whether a page asks who is signed in. */
export function asksSession(path: string): boolean {
  const page = pageAt(path)
  return page !== undefined && !withoutSession.has(page.name)
}

/**
 * The reads of a page for its rows or charts, as far as its address says them. They begin with its document, or with the click on its
 * link, beside its scripts. A page makes them by itself too.
 */
export function firstCalls(path: string, query: string): FirstCall[] {
  const { name, params } = pageAt(path) ?? {}
  if (name === 'home') return [['siteSummaries.list', { query: { days: defaultDays } }]]
  const id = params?.siteId
  if (id === undefined) return []
  const search = new URLSearchParams(query)
  const days = Number(search.get('days') ?? defaultDays)
  const site: FirstCall = ['sites.get', { params: { id } }]
  const ranks: FirstCall = ['movements.list', { params: { id }, query: { days } }]
  if (name === 'keywords') return search.has('from') ? [site] : [ranks, site]
  if (name !== 'site') return [site]
  return [ranks, ['visibility.list', { params: { id }, query: { days, hosts: 'own' } }], site]
}
