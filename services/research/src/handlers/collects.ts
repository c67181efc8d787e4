import type { CollectRow } from '@rts/shared/contract/rows/research'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import { failureKinds } from '@rts/shared/failure'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Collected, CollectStore } from '../data/collect-store.ts'

export type CollectHandlerDeps = { sites: Sites; collected: CollectStore }

export function collectHandlers({
  sites,
  collected,
}: CollectHandlerDeps): Pick<ServiceHandlers<'research'>, 'researchCollects.list'> {
  return {
    'researchCollects.list': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      return { collects: (await collected.list(`s:${site.id}`)).map(rowOf) }
    },
  }
}

function rowOf(one: Collected): CollectRow {
  return {
    kind: one.kind,
    subject: subjectOf(one.input),
    status: statusOf(one),
    updatedAt: one.collectedAt?.toISOString() ?? null,
    dueAt: one.dueAt?.toISOString() ?? null,
    tries: one.tries,
    error: failureKinds.find((kind) => kind === one.failure) ?? null,
    progress: progressOf(one.progress),
  }
}

function statusOf({ isWanted, isLeased, dueAt, failure, status, tries }: Collected): CollectRow['status'] {
  if (isLeased && dueAt) return 'collecting'
  if (isWanted) return tries > 0 ? 'waiting' : 'queued'
  if (failure) return 'failed'
  return status ?? 'queued'
}

/** What a person calls a subject by: the words of its input. */
function subjectOf(input: unknown): string | null {
  const { phrases, domain, prompt } = Object(input)
  if (Array.isArray(phrases)) return phrases.slice(0, 5).join(', ')
  return [domain, prompt].find((text) => typeof text === 'string') ?? null
}

function progressOf(progress: unknown): { done: number; total: number | null } | null {
  const { done, total = null } = Object(progress)
  if (!Number.isInteger(done)) return null
  return { done, total: Number.isInteger(total) ? total : null }
}
