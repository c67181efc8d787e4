import type { TaskStore } from '../data/task-store.ts'
import { nextPoll, taskLifetimeMs, taskPatienceMs, timeOfCollected } from '../domain/task-wait.ts'
import type { SerpFailure, SerpQueue, SubmittedTask } from '../providers/serp.ts'
import {
  admit,
  type CheckDeps,
  type ClaimedPage,
  fail,
  fetchLive,
  keep,
  queryOf,
  type Reservation,
} from './page-check.ts'

export type OrderDeps = CheckDeps & { queue: SerpQueue; tasks: TaskStore }

const ordersAPage = 2

/** Orders pages from the provider's queue; what it does not take is fetched live. */
export async function orderPages(deps: OrderDeps, pages: readonly ClaimedPage[]): Promise<void> {
  const admissions = await Promise.all(pages.map((page) => admitOrder(deps, page)))
  const admitted = admissions.filter((admission) => admission !== null)
  try {
    await submit(
      deps,
      admitted.map(({ page }) => page),
    )
  } finally {
    for (const { reservation } of admitted) reservation.release()
  }
}

async function admitOrder(
  deps: OrderDeps,
  page: ClaimedPage,
): Promise<{ page: ClaimedPage; reservation: Reservation } | null> {
  const reservation = await admit(deps, page, deps.queue.priceUsd(queryOf(page.target)))
  return reservation && { page, reservation }
}

async function submit(deps: OrderDeps, pages: readonly ClaimedPage[]): Promise<void> {
  if (pages.length === 0) return
  const { queue, tasks, clock, logger } = deps
  const answers = await queue
    .submit(pages.map((page) => queryOf(page.target)))
    .catch((error: unknown): (SubmittedTask | SerpFailure)[] => {
      logger.error({ err: error }, 'queue of results pages threw')
      return []
    })
  const orders = pages.flatMap(({ target, accounts }, index) => {
    const answer = answers[index]
    return answer?.ok ? [{ target, accounts, taskId: answer.taskId, costUsd: answer.costUsd }] : []
  })
  const orderedAt = clock.now()
  await tasks.note(orders, orderedAt, nextPoll(orderedAt, orderedAt))
  const refusals = pages.flatMap(({ target }, index) => {
    const answer = answers[index]
    return answer?.ok ? [] : [{ target, answer }]
  })
  await Promise.all(
    refusals.map(({ target, answer }) =>
      answer?.kind === 'budget' ? fail(deps, target, answer) : fetchLive(deps, target),
    ),
  )
}

/** Asks for an ordered page: it is stored, or asked for again later, or ordered anew when it is lost, or fetched live. */
export async function collectPage(deps: OrderDeps, page: ClaimedPage): Promise<void> {
  const { target } = page
  const { task } = target
  const { queue, tasks, clock } = deps
  if (!task || clock.now().getTime() - task.orderedAt.getTime() > taskLifetimeMs) return orderAnew(deps, page)
  if (!page.isWanted && !(await deps.targets.isWanted(target, clock.now()))) return
  const answer = await queue.collect(task.id, queryOf(target))
  const now = clock.now()
  if (answer.ok === true) {
    const fetchedAt = timeOfCollected(task.orderedAt, answer.fetchedAt)
    return keep(deps, target, { ...answer, fetchedAt }, target.taskUsd > 0 ? target.taskUsd : answer.costUsd)
  }
  const state = answer.ok === 'pending' ? 'waits' : answer.task
  const isOverdue = now.getTime() - task.orderedAt.getTime() > taskPatienceMs
  if (state === 'waits' && !isOverdue) return tasks.postpone(target, nextPoll(task.orderedAt, now))
  if (state === 'gone') return orderAnew(deps, page)
  await fetchLive(deps, target)
}

function orderAnew(deps: OrderDeps, page: ClaimedPage): Promise<void> {
  return page.target.taskTries < ordersAPage ? orderPages(deps, [page]) : fetchLive(deps, page.target)
}
