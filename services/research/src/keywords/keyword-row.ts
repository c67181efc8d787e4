import type { KeywordRow } from './rules/figures.ts'

/** Where a row comes from; only what the sandbox made says so. */
export function originOf({ source, sandbox, updatedAt }: { source: string; sandbox: boolean; updatedAt: string }) {
  return sandbox ? { source, sandbox, updatedAt } : { source, updatedAt }
}

/** A phrase with its figures, as all lists of research have it. */
export function figuresRow(row: KeywordRow, updatedAt: string) {
  const { phrase: keyword, volume, difficulty, cpc, intent, competition } = row
  const trend = row.trend.map((month) => ({ ...month }))
  return { keyword, volume, difficulty, cpc, intent, competition, trend, ...originOf({ ...row, updatedAt }) }
}
