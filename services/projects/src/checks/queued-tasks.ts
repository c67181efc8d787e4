import { costOf, type Failure, failed } from '@rts/shared/failure'
import type { Transaction } from '@rts/shared/service/transaction'
import { settle } from '@rts/shared/spend/settle'
import type { Held } from '@rts/shared/spend/spend'
import { type DuePage, postpone, storeTasks } from '../queue/queue.ts'
import { transact } from '../transact.ts'
import { admit, type CheckDeps, checkPage, fetchLive, keep, queryOf, untilWritten } from './page-check.ts'
import type { SerpQueue, SubmittedTask } from './providers/serp.ts'
import { nextPoll, taskLifetimeMs, taskPatienceMs, timeOfCollected } from './rules/task-wait.ts'
import { beginTrial } from './trial.ts'

export type QueueDeps = CheckDeps & { queue: SerpQueue }

const submissionsAPage = 2

type Admitted = { page: DuePage; held: Held }
type Answered = Admitted & { answer: SubmittedTask | Failure; costUsd: number }

/** Submits pages to the provider's queue; the pages that it refuses are fetched live. */
export async function submitPages(deps: QueueDeps, pages: readonly DuePage[]): Promise<void> {
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

async function submit({ queue, logger }: QueueDeps, admitted: readonly Admitted[]): Promise<Answered[]> {
  const answers = await queue
    .submit(admitted.map(({ page }) => queryOf(page.target)))
    .catch((error: unknown): (SubmittedTask | Failure)[] => {
      logger.error({ err: error }, 'queue of results pages threw')
      return []
    })
  return admitted.map((one, index) => {
    const answer = answers[index] ?? failed(queue.source, 'upstream')
    return { ...one, answer, costUsd: costOf(answer, queue.priceUsd(queryOf(one.page.target))) }
  })
}

/** Stores the accepted tasks, which give their pages back, and their bills; fetches the refused pages. */
async function place(deps: QueueDeps, answered: readonly Answered[]): Promise<void> {
  const accepted = answered.flatMap(({ page: { target }, held, answer, costUsd: usd }) =>
    answer.ok ? [{ task: { ...target, taskId: answer.taskId, usd }, bill: { purchase: held, usd } }] : [],
  )
  const submittedAt = deps.clock.now()
  const write = async (tx: Transaction) => {
    const tasks = accepted.map(({ task }) => task)
    await storeTasks(tx, tasks, submittedAt, nextPoll(submittedAt, submittedAt))
    const bills = accepted.map(({ bill }) => bill)
    await settle(tx, bills)
  }
  if (accepted.length > 0) await untilWritten(() => transact(deps.db, write, { isRepeated: true }))
  const refused = answered.filter(({ answer }) => !answer.ok)
  const ends = await Promise.allSettled(
    refused.map(({ page, held, costUsd }) => fetchLive(deps, page.target, held, { wastedUsd: costUsd })),
  )
  // Thrown only after all have ended, because the caller gives back every page, also one that is still being fetched.
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Collects a submitted page: stores it, asks again later, submits it anew if it was lost, or fetches it live. */
export async function collectPage(deps: QueueDeps, page: DuePage): Promise<void> {
  const { target } = page
  const { task } = target
  const { db, queue, clock } = deps
  if (!task || clock.now().getTime() - task.submittedAt.getTime() > taskLifetimeMs) return submitAnew(deps, page)
  if (page.accounts.length === 0 && !(await deps.outcomes.isWanted(target, clock.now()))) return
  const answer = await queue.collect(task.id, queryOf(target))
  const now = clock.now()
  const trial = beginTrial(target, deps.calls)
  switch (answer.state) {
    case 'ready': {
      const { page: found } = answer
      const fetchedAt = timeOfCollected(task.submittedAt, found.fetchedAt)
      const dated = { ...found, fetchedAt }
      // Another provider is asked; the page is kept for those who can read it if there is none.
      if (!trial.accepts(dated, queue.source)) return checkPage(deps, page, trial)
      // The tasks are booked already.
      const costUsd = target.taskUsd > 0 ? target.taskUsd : found.costUsd
      return keep(deps, target, dated, { costUsd, bill: null })
    }
    case 'waiting': {
      const isOverdue = now.getTime() - task.submittedAt.getTime() > taskPatienceMs
      if (isOverdue) return checkPage(deps, page)
      return postpone(db, target, { at: nextPoll(task.submittedAt, now), tries: target.tries })
    }
    case 'gone':
      return submitAnew(deps, page)
    case 'failed':
      if (answer.failure.kind === 'suspect') trial.pass(queue.source)
      return checkPage(deps, page, trial)
  }
}

function submitAnew(deps: QueueDeps, page: DuePage): Promise<void> {
  return page.target.taskTries < submissionsAPage ? submitPages(deps, [page]) : checkPage(deps, page)
}
