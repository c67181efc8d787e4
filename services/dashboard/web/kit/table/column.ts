import type { ReactNode } from 'react'
import { locale } from '../../../texts/locale.ts'

export type Value = string | number | null

/** Rows with a key of their own; others need a `rowId`. */
export type Keyed = { id: string } | { day: string }
export type RowId<Row> = { rowId(row: Row): string }

export function idOf<Row>(row: Row): string {
  const { id, day } = Object(row)
  return String(id ?? day)
}

/** A column of a data table: the same list draws the cells, sorts the rows and writes the file, so that they never disagree. The first one names the rows. */
export type DataColumn<Row> = Sized & {
  /** Its name in addresses, and in what a person chose. */
  id: string
  head: string
  cell(row: Row): ReactNode
  /** The value in the CSV. */
  value(row: Row): Value
  /** The columns of the CSV in its place, if one value does not say it all. */
  filed?: readonly { head: string; value(row: Row): Value }[]
  /** The sort value, if it differs from the value; null sorts last in both directions. */
  order?(row: Row): Value
  /** Sorted by it the first time, the greatest is first. */
  downFirst?: boolean
  figures?: boolean
  /** While it is shown, rows with the same value are grouped at the first one. */
  groups?: boolean
  /** Shown to those who choose it. */
  extra?: boolean
}

/** A column with the room that it needs to be shown. */
export type PlacedColumn<Row> = DataColumn<Row> & { room: Room }

/** Columns without a width share what is left, and have as much as the rows' names at least. */
const flexible = 180
export const selectWidth = 36

/**
 * Gives each column its room. Those of `kept` stay without it, and beside them the most important ones, so that none leaves for a
 * column that was ticked. `min` is the width that these need.
 */
export function placed<Row>(columns: readonly DataColumn<Row>[], kept: ReadonlySet<string>, canSelect: boolean) {
  const hasKept = columns.some(({ id }) => kept.has(id))
  const stays = ({ id, priority = 1 }: DataColumn<Row>) => kept.has(id) || (hasKept && priority === 1)
  const staying = columns.map(stays)
  const { rooms, min } = roomFor(columns, { flexible, beside: canSelect ? selectWidth : 0, staying })
  return { shown: columns.map((column, at): PlacedColumn<Row> => ({ ...column, room: rooms[at] ?? null })), min }
}

export type Sort = { id: string; isDown: boolean }

/** `position` is up, `-position` is down. */
export function readSort(text: string): Sort {
  return text.startsWith('-') ? { id: text.slice(1), isDown: true } : { id: text, isDown: false }
}

export function writeSort({ id, isDown }: Sort): string {
  return isDown ? `-${id}` : id
}

const words = new Intl.Collator(locale, { numeric: true })

/** The rows in the order of a column; as they are if it has none of that name. */
export function sorted<Row>(rows: readonly Row[], columns: readonly DataColumn<Row>[], { id, isDown }: Sort): Row[] {
  const column = columns.find((each) => each.id === id)
  if (!column) return [...rows]
  const keyOf = column.order ?? column.value
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }))
  return keyed.sort((one, other) => compare(one.key, other.key, isDown)).map(({ row }) => row)
}

/** Groups rows by the value of the grouping column, if there is one; rows without a value stay single. */
export function grouped<Row>(rows: readonly Row[], column: DataColumn<Row> | undefined): readonly Row[] {
  if (!column) return rows
  return [...Map.groupBy(rows, (row) => column.value(row) ?? row).values()].flat()
}

/** The column that groups the rows, if one of those that are shown does. */
export function groupColumnOf<Row>(shown: readonly DataColumn<Row>[]): DataColumn<Row> | undefined {
  return shown.find(({ groups }) => groups)
}

/** Whether a row is in the group of the row before it. */
export function isSameGroup<Row>(column: DataColumn<Row> | undefined, row: Row, before: Row | undefined): boolean {
  const group = column?.value(row) ?? null
  return group !== null && before !== undefined && column?.value(before) === group
}

function compare(one: Value, other: Value, isDown: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const isNumber = typeof one === 'number' && typeof other === 'number'
  const order = isNumber ? one - other : words.compare(String(one), String(other))
  return isDown ? -order : order
}

/** The least width of the column of names. */
const nameWidth = 180
/** Widths between which columns come and go. */
export const step = 40
export const maxRoom = 1_240

export type Sized = {
  /** In pixels. */
  width?: number
  /** Where there is little room, those with the greatest number leave first, of equal ones the last; 1 by default. */
  priority?: 1 | 2 | 3
}
type Options = {
  /** The least width of a column that has none of its own. */
  flexible: number
  /** The width of what is beside the columns. */
  beside?: number
  /** Which columns stay without room. */
  staying?: readonly boolean[]
}
/** The width of its table from which on a column is shown, in pixels, by steps. Null: it always is. */
type Room = number | 'never' | null

/** The room that each column needs beside the rows' names, which are the first one; `min` is the width of those that always stay. */
export function roomFor(columns: readonly Sized[], { flexible, beside = 0, staying = [] }: Options) {
  const placed = columns.map(({ width, priority = 1 }, at) => {
    if (at === 0) return { at, priority, width: Math.max(nameWidth, width ?? 0), stays: true }
    return { at, priority, width: width ?? flexible, stays: staying[at] === true }
  })
  const min = placed.reduce((sum, { stays, width }) => sum + (stays ? width : 0), beside)
  const rooms: Room[] = columns.map(() => null)
  let needed = min
  for (const { at, width } of placed
    .filter(({ stays }) => !stays)
    .sort((one, other) => one.priority - other.priority)) {
    needed += width
    rooms[at] = roomOf(needed)
  }
  return { rooms, min }
}

function roomOf(needed: number): Room {
  const room = Math.ceil(needed / step) * step
  return room > maxRoom ? 'never' : room
}
