import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import type { Database } from '@rts/shared/service/transaction'
import { unsubscribe as indonesian } from '../../texts/id/unsubscribe.ts'
import { unsubscribe as english } from '../../texts/unsubscribe.ts'
import { languageOf } from '../http/language.ts'
import { plainPage } from '../http/plain-page.ts'
import { type Answer, jsonAnswer, type Visit } from '../http/visit.ts'
import { type RefusableKind, storeRefusal } from './letters.sql.ts'
import type { AskedRecipient, InviteTokens, SiteLetters } from './rules/tokens.ts'

type UnsubscribeOptions = {
  database: Database
  tokens: InviteTokens
  stopSiteLetters(letters: SiteLetters): Promise<void>
  stopReport(reportId: string, recipient: string): Promise<void>
  answerReports(recipient: AskedRecipient, answer: 'confirmed' | 'declined'): Promise<void>
}
/** Letters that a recipient refuses or agrees to, and how that is stored. */
type Choice = {
  kind: RefusableKind | SiteLetters['kind'] | 'report' | 'reportsConfirmed' | 'reportsDeclined'
  store(): Promise<void>
}

const texts = { en: english, id: indonesian } as const

/** Where a mail program posts to without opening a page, and where its owner finds a button. */
export const stopPath = '/unsubscribe'
/** Where somebody who was asked agrees to letters. */
export const agreePath = '/monthly-reports'

/**
 * Opts a recipient out of a kind of letter, or in where they were asked. A mail program posts from its provider's server, without Origin, cookie and
 * JSON: the token in the address is the proof. Opening the address changes nothing, because programs that scan mails open links.
 */
export function createUnsubscribeRoute(options: UnsubscribeOptions) {
  const { database, tokens, stopSiteLetters, stopReport, answerReports } = options
  return (method: string, { path, query, headers }: Visit): Promise<Answer> | undefined => {
    if (path !== stopPath && path !== agreePath) return undefined
    const token = new URLSearchParams(query).get('token') ?? ''
    return answerTo(method, choiceOf(token), /\btext\/html\b/.test(headers.accept ?? ''), languageOf(headers))
  }

  function choiceOf(token: string): Choice | undefined {
    const ofKind = (kind: RefusableKind, recipient: string): Choice => {
      return { kind, store: () => storeRefusal(database, recipient, kind) }
    }
    const invited = tokens.recipientOf(token)
    if (invited) return ofKind('invite', invited)
    const reminded = tokens.remindedOf(token)
    if (reminded) return ofKind('reminder', reminded)
    const reported = tokens.reportedOf(token)
    if (reported) return { kind: 'report', store: () => stopReport(reported.reportId, reported.recipient) }
    const agreeing = tokens.agreeingOf(token)
    if (agreeing) return { kind: 'reportsConfirmed', store: () => answerReports(agreeing, 'confirmed') }
    const declining = tokens.decliningOf(token)
    if (declining) return { kind: 'reportsDeclined', store: () => answerReports(declining, 'declined') }
    const letters = tokens.siteLettersOf(token)
    return letters && { kind: letters.kind, store: () => stopSiteLetters(letters) }
  }

  async function answerTo(
    method: string,
    choice: Choice | undefined,
    isPage: boolean,
    language: ReaderLanguage,
  ): Promise<Answer> {
    const t = texts[language]
    const page = (title: string, content: string, status?: number) => plainPage(language, title, content, status)
    if (!choice) return page(t.broken.title, t.broken.text, 404)
    const { label, done } = t[choice.kind]
    if (method !== 'POST') return page(`${label}?`, `<form method="post"><button>${label}</button></form>`)
    await choice.store()
    return isPage ? page(label, done) : jsonAnswer({ ok: true })
  }
}
