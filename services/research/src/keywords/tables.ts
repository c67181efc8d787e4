import { type Table, tableOf } from '../collected.ts'
import type { KeywordRow, RankedRow } from './rules/figures.ts'

/** What is kept of keyword ideas and of metrics; `key` is the identity of the phrase. */
export type KeyedRow = { key: string } & KeywordRow
export type Keywords = Table<KeyedRow>
/** What is kept of a site's ranks: what a comparison needs, without the months. */
type KeptRank = Pick<
  RankedRow,
  'phrase' | 'position' | 'url' | 'volume' | 'difficulty' | 'cpc' | 'intent' | 'source' | 'sandbox'
>
export type RankTable = Table<{ key: string } & KeptRank>

export function keywordTable(rows: readonly KeyedRow[]): Keywords {
  return tableOf(rows, [
    'key',
    'phrase',
    'volume',
    'difficulty',
    'cpc',
    'competition',
    'intent',
    'lowBid',
    'highBid',
    'trend',
    'source',
    'sandbox',
  ])
}

export function rankTable(rows: readonly ({ key: string } & RankedRow)[]): RankTable {
  return tableOf(rows, [
    'key',
    'phrase',
    'position',
    'url',
    'volume',
    'difficulty',
    'cpc',
    'intent',
    'source',
    'sandbox',
  ])
}
