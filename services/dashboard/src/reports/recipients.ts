import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import type { RecipientAnswer } from '@rts/shared/contract/rows/report'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { Transaction } from '@rts/shared/service/transaction'
import { admitAttempt, countAttempt, reportQuestionBuckets } from '../attempts/attempts.ts'
import { agreePath, recipientOf, stopPath } from '../letters/letters.ts'
import type { Parts } from '../parts.ts'
import { insertAsked, listAsked, listMemberMails } from './recipients.sql.ts'

type RecipientDeps = Pick<Parts, 'database' | 'mail' | 'tokens' | 'publicUrl' | 'clock'>
/** The site that a report is about, and the language in which it speaks to its readers. */
type About = Pick<KnownSite, 'accountId' | 'domain'> & { language: ReaderLanguage }
export type AnswerOf = (email: string) => RecipientAnswer
export type ReportRecipients = ReturnType<typeof createRecipients>

/** Recipients of monthly letters. One who is no member of the account is asked once, and gets none before they agree. */
export function createRecipients({ database, mail, tokens, publicUrl, clock }: RecipientDeps) {
  async function read(accountId: string): Promise<{ answerOf: AnswerOf; isAsked(email: string): boolean }> {
    const [asked, members] = await Promise.all([listAsked(database, accountId), listMemberMails(database, accountId)])
    const answers = new Map(asked.map(({ recipient, answer }) => [recipient, answer]))
    const isMember = new Set(members)
    return {
      answerOf: (email) => (isMember.has(email) ? 'confirmed' : (answers.get(recipientOf(email)) ?? 'pending')),
      isAsked: (email) => isMember.has(email) || answers.has(recipientOf(email)),
    }
  }

  return {
    /** The answers of an account's recipients; a member has agreed. */
    answersOf: async (accountId: string): Promise<AnswerOf> => (await read(accountId)).answerOf,

    /** Those who have to be asked. Throws `rate_limited` where the account, or one of the mailboxes, had enough questions. */
    async requireQuestions(accountId: string, emails: readonly string[]): Promise<string[]> {
      const { isAsked } = await read(accountId)
      const unasked = emails.filter((email) => !isAsked(email))
      for (const email of unasked) await admitAttempt(database, reportQuestionBuckets(accountId, email))
      return unasked
    },

    /** Those who have to be asked and may be today. */
    async possibleQuestions(accountId: string, emails: readonly string[]): Promise<string[]> {
      const { isAsked } = await read(accountId)
      const possible: string[] = []
      for (const email of emails.filter((each) => !isAsked(each)))
        if ((await countAttempt(database, reportQuestionBuckets(accountId, email))) === 0) possible.push(email)
      return possible
    },

    /** Asks each once, however often they are named. The letter has no word of its sender's. */
    async ask(tx: Transaction, { accountId, domain, language }: About, emails: readonly string[]): Promise<void> {
      for (const email of emails) {
        const recipient = recipientOf(email)
        if (!(await insertAsked(tx, accountId, recipient))) continue
        const url = `${publicUrl}${agreePath}?token=${tokens.ofAgreeing(accountId, email)}`
        const stopUrl = `${publicUrl}${stopPath}?token=${tokens.ofDeclining(accountId, email)}`
        const variables = { url, stopUrl, site: domain, service: new URL(publicUrl).host }
        const id = `report-question.${accountId}.${recipient.slice(0, 16).replaceAll('_', '.')}`
        await mail.compose(tx, {
          id,
          kind: 'reportQuestion',
          to: email,
          at: clock.now().toISOString(),
          language,
          variables,
        })
      }
    },
  }
}
