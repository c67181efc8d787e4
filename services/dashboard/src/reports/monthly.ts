import { AppError } from '@rts/shared/errors'
import { inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { dayIn } from '@rts/shared/time-zone'
import { countAttempt, reportMailBuckets } from '../attempts/attempts.ts'
import { recipientOf, stopPath } from '../letters/letters.ts'
import type { Parts } from '../parts.ts'
import type { Compose } from './composing.ts'
import type { ReportLinks } from './links.ts'
import type { ReportRecipients } from './recipients.ts'
import { claimNextReport, type Report, storeNextMail } from './reports.sql.ts'
import { figuresOf } from './rules/letter-figures.ts'
import { nextMonthly } from './rules/period.ts'

type MonthlyDeps = Pick<Parts, 'database' | 'mail' | 'tokens' | 'publicUrl' | 'clock' | 'logger'> & {
  compose: Compose
  links: ReportLinks
  recipients: ReportRecipients
}

/** Writes the monthly letters of the next report that is due; false if none is. */
export function createMonthlyMail(deps: MonthlyDeps): () => Promise<boolean> {
  const { database, clock, logger } = deps
  return async () => {
    const report = await claimNextReport(database, clock.now())
    if (!report) return false
    // The lease brings it back in five minutes.
    await mailReport(deps, report).catch((error: unknown) =>
      logger.warn({ err: error, report: report.id }, 'the monthly letter of a report was not written'),
    )
    return true
  }
}

async function mailReport({ compose, ...deps }: MonthlyDeps, report: Report): Promise<void> {
  const { database, links, recipients, mail, tokens, publicUrl, clock } = deps
  const now = clock.now()
  const month = dayIn(report.timeZone, report.mailDueAt ?? now).slice(0, 7)
  const document = await compose(report, null).catch(absent)
  const url = links.of(report)
  const to = document && url !== null ? await wantedBy(deps, report) : []
  // Members who have left were asked nothing.
  const asked = document ? await recipients.possibleQuestions(report.accountId, report.recipients) : []
  await inTransaction(database, async (tx: Transaction) => {
    const isOurs = await storeNextMail(tx, report, nextMonthly(report.timeZone, now))
    if (!isOurs || !document || url === null) return
    const { title, shownName, from, until, site, language } = document
    await recipients.ask(tx, { accountId: report.accountId, domain: site.domain, language }, asked)
    for (const email of to) {
      const stopUrl = `${publicUrl}${stopPath}?token=${tokens.ofReported(report.id, email)}`
      const variables = { url, stopUrl, title, shownName, site: site.domain, from, until, figures: figuresOf(document) }
      const id = `report.${report.id}.${month}.${recipientOf(email).slice(0, 16).replaceAll('_', '.')}`
      await mail.compose(tx, { id, kind: 'report', to: email, at: now.toISOString(), language, variables })
    }
  })
}

/** Those who agreed and still want the letter, and whose mailbox had few enough of reports today. */
async function wantedBy(
  { database, recipients, logger }: Pick<MonthlyDeps, 'database' | 'recipients' | 'logger'>,
  report: Report,
) {
  const answerOf = await recipients.answersOf(report.accountId)
  const stopped = new Set(report.stopped)
  const wanted: string[] = []
  for (const email of report.recipients) {
    if (stopped.has(recipientOf(email)) || answerOf(email) !== 'confirmed') continue
    if ((await countAttempt(database, reportMailBuckets(email))) === 0) wanted.push(email)
    else logger.info({ report: report.id }, 'a recipient had enough letters of reports today')
  }
  return wanted
}

/** A site in the trash has no letter this month. */
function absent(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined
  throw error
}
