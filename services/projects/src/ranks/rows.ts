import { checkStatuses, type FailedCheckRow, type HistoryRow, type KeywordRow } from '@rts/shared/contract/rows/keyword'
import type { OverviewRow } from '@rts/shared/contract/rows/rank'
import type { NoteRow } from '@rts/shared/contract/rows/series'
import type { SiteRow } from '@rts/shared/contract/rows/site'
import { failureKinds } from '@rts/shared/failure'
import type { LastCheck } from '../keywords/keyword-store.ts'
import type { ShownKeyword } from '../keywords/keywords.sql.ts'
import type { Note } from '../notes/notes.sql.ts'
import { changeOf } from '../rank-checks/rules/positions.ts'
import type { ShownSite } from '../sites/site-changes.sql.ts'
import type { HistoryEntry } from './history.sql.ts'
import { dayOf } from './rules/daily.ts'
import type { KeywordFailure } from './series.sql.ts'
import type { Standing } from './standings.sql.ts'

export function siteRowOf(site: ShownSite): SiteRow {
  const { id, name, domain, tags, description, country, language, autoAddPreference, frozen } = site
  const checksPausedAt = site.checksPausedAt?.toISOString() ?? null
  const createdAt = site.createdAt.toISOString()
  return {
    id,
    name,
    domain,
    tags,
    description,
    country,
    language,
    autoAddPreference,
    checksPausedAt,
    frozen,
    createdAt,
  }
}

export function keywordRowOf(keyword: ShownKeyword): KeywordRow {
  const { id, phrase, country, language, frozen } = keyword
  const createdAt = keyword.createdAt.toISOString()
  return { id, keyword: phrase, country, language, lastCheck: lastCheckOf(keyword), frozen, createdAt }
}

function lastCheckOf({ lastCheckStatus, lastCheckAt, lastCheckError }: LastCheck): KeywordRow['lastCheck'] {
  const status = checkStatuses.find((name) => name === lastCheckStatus)
  const error = failureKindOf(lastCheckError)
  return status && lastCheckAt ? { status, at: lastCheckAt.toISOString(), error } : null
}

export function overviewRowOf(row: Standing): OverviewRow {
  const { id, phrase: keyword, country, language, position, previousPosition, best, url, frozen } = row
  const change = changeOf(previousPosition, position)
  const ranks = { position, previousPosition, change, best, url }
  return { id, keyword, country, language, ...ranks, ...lookOf(row), frozen }
}

/** The time and source of the present rank, and the latest check. */
export function lookOf(row: Standing) {
  const look = { checkedAt: row.checkedAt?.toISOString() ?? null, source: row.source, lastCheck: lastCheckOf(row) }
  return row.sandbox ? { ...look, sandbox: row.sandbox } : look
}

export function historyRowOf({ position, checkedAt, url, depth, source, sandbox }: HistoryEntry): HistoryRow {
  const row = { position, checkedAt: checkedAt.toISOString(), url, found: position > 0, depth, source }
  return sandbox ? { ...row, sandbox } : row
}

export function failedCheckRowOf({ checkedAt, error, source }: KeywordFailure): FailedCheckRow {
  return { at: checkedAt.toISOString(), error: failureKindOf(error), source }
}

function failureKindOf(text: string | null) {
  return failureKinds.find((name) => name === text) ?? null
}

export function noteRowOf({ id, day, text, createdAt }: Note): NoteRow {
  return { id, day: dayOf(day), text, createdAt: createdAt.toISOString() }
}
