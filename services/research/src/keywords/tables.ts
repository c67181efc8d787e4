import { type Table, tableOf } from '../collected.ts'
import { figureNames, type KeyedRow, type RankedRow, type RankTable } from './rules/figures.ts'

export type Keywords = Table<KeyedRow>

/** Keyword rows in columns, as they are stored. */
export function keywordTable(rows: readonly KeyedRow[]): Keywords {
  return tableOf(rows, ['key', 'phrase', ...figureNames, 'source', 'sandbox'])
}

/** Ranks in columns, as they are stored. */
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
