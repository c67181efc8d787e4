/** The least width of the column of names. */
const nameWidth = 180
/** Widths between which columns come and go: the steps of `room.module.css`. */
const step = 40
const maxRoom = 1_240

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
export type Room = number | 'never' | null

/** The room that each column needs beside the rows' names, which are the first one; `least` is the width of those that always stay. */
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
