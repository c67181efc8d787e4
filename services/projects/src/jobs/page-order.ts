import type { Failure } from '@rts/shared/failure'
import { isDatabaseLoss } from '@rts/shared/service/database-loss'
import type { TaskStore } from '../data/pages/task-store.ts'
import type { Reserved } from '../domain/share.ts'
import { nextPoll, taskLifetimeMs, taskPatienceMs, timeOfCollected } from '../domain/task-wait.ts'
import type { SerpQueue, SubmittedTask } from '../providers/serp.ts'
import {
  admit,
  type CheckDeps,
  type ClaimedPage,
  checkPage,
  fail,
  fetchLive,
  keep,
  livePrice,
  queryOf,
} from './page-check.ts'
import { untilWritten } from './until-written.ts'

export type OrderDeps = CheckDeps & { queue: SerpQueue; tasks: TaskStore }

const ordersAPage = 2

/** A page that its readers can pay for, with what is set aside for it. */
type Admitted = { page: ClaimedPage; reserved: Reserved }

/** Orders pages from the provider's queue; what it does not take is fetched live. */
export async function orderPages(deps: OrderDeps, pages: readonly ClaimedPage[]): Promise<void> {
  const admissions = await Promise.all(pages.map((page) => admitOrder(deps, page)))
  const admitted = admissions.filter((admission) => admission !== null)
  try {
    if (admitted.length > 0) await submit(deps, admitted)
  } finally {
    for (const { reserved } of admitted) reserved.release()
  }
}

async function admitOrder(deps: OrderDeps, page: ClaimedPage): Promise<Admitted | null> {
  const reserved = await admit(deps, page, deps.queue.priceUsd(queryOf(page.target)))
  return reserved && { page, reserved }
}

async function submit(deps: OrderDeps, admitted: readonly Admitted[]): Promise<void> {
  const { queue, tasks, clock, logger } = deps
  const answers = await queue
    .submit(admitted.map(({ page }) => queryOf(page.target)))
    .catch((error: unknown): (SubmittedTask | Failure)[] => {
      // The day's money could not be counted: nothing was ordered.
      if (isDatabaseLoss(error)) throw error
      logger.error({ err: error }, 'queue of results pages threw')
      return []
    })
  const orders = admitted.flatMap(({ page: { target, accounts } }, index) => {
    const answer = answers[index]
    return answer?.ok ? [{ target, accounts, taskId: answer.taskId, costUsd: answer.costUsd }] : []
  })
  const orderedAt = clock.now()
  await untilWritten(() => tasks.note(orders, orderedAt, nextPoll(orderedAt, orderedAt)))
  const refusals = admitted.flatMap((order, index) => {
    const answer = answers[index]
    return answer?.ok ? [] : [{ ...order, answer }]
  })
  const ends = await Promise.allSettled(
    refusals.map(({ page: { target }, reserved, answer }) => {
      if (answer?.kind === 'budget') return fail(deps, target, answer)
      reserved.raise(livePrice(deps, target))
      return fetchLive(deps, target)
    }),
  )
  // Not before all have ended: what breaks off is given back, and the others are still under way.
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Asks for an ordered page: it is stored, or asked for again later, or ordered anew when it is lost, or fetched live. */
export async function collectPage(deps: OrderDeps, page: ClaimedPage): Promise<void> {
  const { target } = page
  const { task } = target
  const { queue, tasks, clock } = deps
  if (!task || clock.now().getTime() - task.orderedAt.getTime() > taskLifetimeMs) return orderAnew(deps, page)
  if (page.accounts.length === 0 && !(await deps.targets.isWanted(target, clock.now()))) return
  const answer = await queue.collect(task.id, queryOf(target))
  const now = clock.now()
  switch (answer.state) {
    case 'ready': {
      const fetchedAt = timeOfCollected(task.orderedAt, answer.page.fetchedAt)
      return keep(
        deps,
        target,
        { ...answer.page, fetchedAt },
        target.taskUsd > 0 ? target.taskUsd : answer.page.costUsd,
      )
    }
    case 'waiting': {
      const isOverdue = now.getTime() - task.orderedAt.getTime() > taskPatienceMs
      return isOverdue ? checkPage(deps, page) : tasks.postpone(target, nextPoll(task.orderedAt, now))
    }
    case 'gone':
      return orderAnew(deps, page)
    case 'failed':
      return checkPage(deps, page)
  }
}

function orderAnew(deps: OrderDeps, page: ClaimedPage): Promise<void> {
  return page.target.taskTries < ordersAPage ? orderPages(deps, [page]) : checkPage(deps, page)
}
