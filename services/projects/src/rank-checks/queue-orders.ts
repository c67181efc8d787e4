import { costOf, type Failure, failed } from '@rts/shared/failure'
import type { Held } from '@rts/shared/spend/spend'
import { admit, type CheckDeps, queryOf } from './admit.ts'
import type { DuePage } from './due-pages.sql.ts'
import { checkPage } from './page-check.ts'
import { keep } from './page-end.ts'
import { fetchLive } from './page-fetch.ts'
import type { SerpQueue, SubmittedTask } from './providers/serp.ts'
import type { TaskStore } from './queue-orders.sql.ts'
import { nextPoll, taskLifetimeMs, taskPatienceMs, timeOfCollected } from './rules/task-wait.ts'
import { untilWritten } from './until-written.ts'

export type OrderDeps = CheckDeps & { queue: SerpQueue; tasks: TaskStore }

const ordersAPage = 2

/** A page with the reservation for its order. */
type Admitted = { page: DuePage; held: Held }
type Answered = Admitted & { answer: SubmittedTask | Failure; costUsd: number }

/** Orders pages from the provider's queue; the pages that it refuses are fetched live. */
export async function orderPages(deps: OrderDeps, pages: readonly DuePage[]): Promise<void> {
  const admissions = await Promise.all(
    pages.map(async (page) => {
      const held = await admit(deps, page, deps.queue.priceUsd(queryOf(page.target)))
      return held && { page, held }
    }),
  )
  const admitted = admissions.filter((admission) => admission !== null)
  if (admitted.length === 0) return
  try {
    await place(deps, await submit(deps, admitted))
  } catch (error) {
    // Releasing a settled reservation changes nothing.
    await Promise.all(admitted.map(({ held }) => held.release()))
    throw error
  }
}

async function submit({ queue, logger }: OrderDeps, admitted: readonly Admitted[]): Promise<Answered[]> {
  const answers = await queue
    .submit(admitted.map(({ page }) => queryOf(page.target)))
    .catch((error: unknown): (SubmittedTask | Failure)[] => {
      logger.error({ err: error }, 'queue of results pages threw')
      return []
    })
  return admitted.map((order, index) => {
    const answer = answers[index] ?? failed(queue.source, 'upstream')
    return { ...order, answer, costUsd: costOf(answer, queue.priceUsd(queryOf(order.page.target))) }
  })
}

/** Stores the accepted orders and fetches the refused pages. */
async function place(deps: OrderDeps, answered: readonly Answered[]): Promise<void> {
  const orders = answered.flatMap(({ page: { target }, held, answer, costUsd }) =>
    answer.ok ? [{ target, taskId: answer.taskId, bill: { purchase: held, usd: costUsd } }] : [],
  )
  const orderedAt = deps.clock.now()
  await untilWritten(() => deps.tasks.note(orders, orderedAt, nextPoll(orderedAt, orderedAt)))
  const refused = answered.filter(({ answer }) => !answer.ok)
  const ends = await Promise.allSettled(
    refused.map(({ page, held, costUsd }) => fetchLive(deps, page.target, held, costUsd)),
  )
  // Thrown only after all have ended, because the caller gives back every page, also one that is still being fetched.
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Collects an ordered page: stores it, asks again later, orders it anew if it was lost, or fetches it live. */
export async function collectPage(deps: OrderDeps, page: DuePage): Promise<void> {
  const { target } = page
  const { task } = target
  const { queue, tasks, clock } = deps
  if (!task || clock.now().getTime() - task.orderedAt.getTime() > taskLifetimeMs) return orderAnew(deps, page)
  if (page.accounts.length === 0 && !(await deps.targets.isWanted(target, clock.now()))) return
  const answer = await queue.collect(task.id, queryOf(target))
  const now = clock.now()
  switch (answer.state) {
    case 'ready': {
      const { page: found } = answer
      const fetchedAt = timeOfCollected(task.orderedAt, found.fetchedAt)
      // The orders are booked already.
      const costUsd = target.taskUsd > 0 ? target.taskUsd : found.costUsd
      return keep(deps, target, { ...found, fetchedAt }, { costUsd, bill: null })
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

function orderAnew(deps: OrderDeps, page: DuePage): Promise<void> {
  return page.target.taskTries < ordersAPage ? orderPages(deps, [page]) : checkPage(deps, page)
}
