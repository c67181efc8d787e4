import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import type { Database } from '@rts/shared/service/transaction'
import { unsubscribe as indonesian } from '../../texts/id/unsubscribe.ts'
import { unsubscribe as english } from '../../texts/unsubscribe.ts'
import { type Answer, jsonAnswer } from '../http/answers.ts'
import { languageOf } from '../http/language.ts'
import { plainPage } from '../http/plain-page.ts'
import type { Visit } from '../http/visit.ts'
import { type RefusableKind, storeRefusal } from './refusals.sql.ts'
import type { InviteTokens, SiteLetters } from './rules/tokens.ts'

type UnsubscribeOptions = {
  database: Database
  tokens: InviteTokens
  /** Stops letters about sites. */
  stopSiteLetters(letters: SiteLetters): Promise<void>
  /** Stops the monthly letters of a report. */
  stopReport(reportId: string, recipient: string): Promise<void>
}
/** Letters that a recipient refuses, and how that is stored. */
type Refusal = { kind: RefusableKind | SiteLetters['kind'] | 'report'; store(): Promise<void> }

const texts = { en: english, id: indonesian } as const

/** Where a mail program posts to without opening a page, and where its owner finds a button. */
export const stopPath = '/unsubscribe'

/**
 * Opts a recipient out of a kind of letter. A mail program posts from its provider's server, without Origin, cookie and
 * JSON: the token in the address is the proof. Opening the address changes nothing, because programs that scan mails open links.
 */
export function createUnsubscribeRoute({ database, tokens, stopSiteLetters, stopReport }: UnsubscribeOptions) {
  return (method: string, { path, query, headers }: Visit): Promise<Answer> | undefined => {
    if (path !== stopPath) return undefined
    const token = new URLSearchParams(query).get('token') ?? ''
    return answerTo(method, refusalOf(token), /\btext\/html\b/.test(headers.accept ?? ''), languageOf(headers))
  }

  function refusalOf(token: string): Refusal | undefined {
    const ofKind = (kind: RefusableKind, recipient: string): Refusal => {
      return { kind, store: () => storeRefusal(database, recipient, kind) }
    }
    const invited = tokens.recipientOf(token)
    if (invited) return ofKind('invite', invited)
    const reminded = tokens.remindedOf(token)
    if (reminded) return ofKind('reminder', reminded)
    const reported = tokens.reportedOf(token)
    if (reported) return { kind: 'report', store: () => stopReport(reported.reportId, reported.recipient) }
    const letters = tokens.siteLettersOf(token)
    return letters && { kind: letters.kind, store: () => stopSiteLetters(letters) }
  }

  async function answerTo(
    method: string,
    refusal: Refusal | undefined,
    isPage: boolean,
    language: ReaderLanguage,
  ): Promise<Answer> {
    const t = texts[language]
    const page = (title: string, content: string, status?: number) => plainPage(language, title, content, status)
    if (!refusal) return page(t.broken.title, t.broken.text, 404)
    const { label, done } = t[refusal.kind]
    if (method !== 'POST') return page(`${label}?`, `<form method="post"><button>${label}</button></form>`)
    await refusal.store()
    return isPage ? page(label, done) : jsonAnswer({ ok: true })
  }
}
