import { type Table, tableOf } from '../collected.ts'
import { figureNames, type KeyedRow, type RankedRow, type RankTable } from './rules/figures.ts'

export type Keywords = Table<KeyedRow>

export function keywordTable(rows: readonly KeyedRow[]): Keywords {
  return tableOf(rows, ['key', 'phrase', ...figureNames, 'source', 'sandbox'])
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
