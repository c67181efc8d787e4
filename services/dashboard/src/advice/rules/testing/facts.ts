import type { NotableChangeRow, PassRow } from '@rts/shared/contract/rows/advice'
import type { BacklinkRow } from '@rts/shared/contract/rows/backlink'
import type { IssueRow } from '@rts/shared/contract/rows/content'
import type { OverviewRow } from '@rts/shared/contract/rows/rank'
import type { Finding } from '../model.ts'

export const now = new Date('2026-11-22T12:00:00.000Z')
/** A moment so many days before now. */
export const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()

/** A keyword checked an hour ago, named as its id. */
export function rank(id: string, position: number | null, more: Partial<OverviewRow> = {}): OverviewRow {
  return {
    id,
    keyword: id,
    country: 'us',
    language: 'en',
    device: 'desktop',
    location: null,
    position,
    previousPosition: null,
    change: null,
    best: null,
    url: position ? `https://example.com/${id}` : null,
    checkedAt: ago(0.04),
    depth: 100,
    source: 'test',
    frozen: false,
    lastCheck: { status: 'ok', at: ago(0.04), error: null },
    ...more,
  }
}

type Side = { position: number; url?: string | null; days: number }
export function change(keywordId: string, before: Side, after: Side): NotableChangeRow {
  const side = ({ position, url, days }: Side) => {
    const page = position === 0 ? null : `https://example.com/${keywordId}`
    return { position, at: ago(days), url: url === undefined ? page : url }
  }
  return { keywordId, ...side(after), before: side(before) }
}

/** The rival came from behind the site in a check of these days ago. */
export function pass(keywordId: string, domain: string, position: number, days = 1): PassRow {
  const before = { at: ago(days + 1), position: position + 5, own: position + 1 }
  return { keywordId, domain, at: ago(days), position, own: position + 2, before }
}

export function link(domainFrom: string, more: Partial<BacklinkRow> = {}): BacklinkRow {
  return {
    id: domainFrom,
    urlFrom: `https://${domainFrom}/page`,
    domainFrom,
    urlTo: 'https://example.com/',
    anchor: 'win',
    title: null,
    rel: [],
    dofollow: true,
    domainRank: 3,
    spamScore: 80,
    firstSeen: ago(9),
    lastSeen: ago(2),
    isNew: true,
    isLost: false,
    isBroken: false,
    disavowed: false,
    source: 'test',
    suggestion: 'disavow' as const,
    reasons: ['spam_high', 'many_links'],
    ...more,
  }
}

export function issue(code: string, severity: IssueRow['severity'], ...urls: string[]): IssueRow {
  return {
    id: code,
    code,
    severity,
    category: 'test',
    title: `Title of ${code}`,
    description: '',
    howToFix: '',
    count: urls.length,
    isNew: false,
    firstSeen: ago(3),
    urls: urls.map((url) => ({ url, detail: null })),
  }
}

/** Findings with the English text of their sentences. */
export function inEnglish(found: readonly Finding[]) {
  return found.map((each) => {
    const evidence = each.evidence.map(({ what, figure, ...row }) => ({ what: what.text, figure: figure.text, ...row }))
    return { ...each, title: each.title.text, evidence }
  })
}
