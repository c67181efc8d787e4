import type { History } from '../../../client/src/client.ts'
import { type Style, tinted } from './style.ts'

export type Point = Pick<History, 'position' | 'checkedAt'>
type Signs = {
  flat: string
  gap: string
  rise: string
  up: [string, string]
  down: [string, string]
  lost: string
  axis: string
}
/** Where a line turns: `up` from its old place to a better one, as left and right of a column. */
const unicode: Signs = { flat: '─', gap: '╌', rise: '│', up: ['╯', '╭'], down: ['╮', '╰'], lost: '×', axis: '┤' }
const ascii: Signs = { flat: '-', gap: '.', rise: '|', up: ["'", '.'], down: ['.', "'"], lost: 'x', axis: '|' }

const dayMs = 86_400_000
const rowsOfChart = 12
const axisWidth = 6
const widestDay = 3

type Slot = { position: number | null; isChecked: boolean }

/** The positions of a keyword over time as lines of text, the first place on top. `points` are the oldest first and not empty. */
export function chartOf(points: readonly Point[], width: number, style: Style): string[] {
  const room = width - axisWidth - 1
  const slots = slotsOf(points, room)
  const found = slots.flatMap(({ position }) => (position ? [position] : []))
  const best = Math.min(...found)
  const worst = Math.max(...found)
  if (found.length === 0) return [`not found in ${points.length} checks`]
  const height = Math.min(rowsOfChart, worst - best + 1)
  const step = height === 1 ? 1 : (worst - best) / (height - 1)
  const rowAt = (position: number | null) => (position ? Math.round((position - best) / step) : null)
  const lost = slots.some(({ position }) => position === 0)
  const signs = style.isAscii ? ascii : unicode
  const grid = Array.from({ length: height + (lost ? 1 : 0) }, () => Array.from({ length: slots.length }, () => ' '))
  const put = (row: number, column: number, sign: string) => {
    const line = grid[row]
    if (line) line[column] = sign
  }
  for (const [column, { position, isChecked }] of slots.entries()) {
    const now = rowAt(position)
    const before = rowAt(slots[column - 1]?.position ?? null)
    if (position === 0) put(height, column, isChecked ? signs.lost : signs.gap)
    if (now === null) continue
    if (before === null || before === now) put(now, column, isChecked ? signs.flat : signs.gap)
    else drawTurn(put, column, before, now, signs)
  }
  const lines = grid.map((line, row) => {
    const label = row === height ? 'lost' : String(Math.round(best + row * step))
    return `${label.padStart(axisWidth - 1)} ${signs.axis}${tinted(line.join('').trimEnd(), row === height ? 'red' : 'green', style)}`
  })
  return [...lines, datesOf(points, slots.length)]
}

function drawTurn(
  put: (row: number, column: number, sign: string) => void,
  column: number,
  before: number,
  now: number,
  signs: Signs,
) {
  const [leaving, arriving] = now < before ? signs.up : signs.down
  put(before, column, leaving)
  put(now, column, arriving)
  for (let row = Math.min(before, now) + 1; row < Math.max(before, now); row++) put(row, column, signs.rise)
}

/** Some columns a day, or some days a column: as many as have room. */
function slotsOf(points: readonly Point[], room: number): Slot[] {
  const dayOf = ({ checkedAt }: Point) => Math.floor(Date.parse(checkedAt) / dayMs)
  const first = points[0] ? dayOf(points[0]) : 0
  const last = points.at(-1)
  const days = (last ? dayOf(last) : first) - first + 1
  const daysEach = Math.ceil(days / room)
  const columnsEach = Math.max(1, Math.min(widestDay, Math.floor(room / days)))
  const count = Math.ceil(days / daysEach)
  const checked = new Map(points.map((point) => [Math.floor((dayOf(point) - first) / daysEach), point.position]))
  let position: number | null = null
  return Array.from({ length: count }, (_, at) => {
    position = checked.get(at) ?? position
    return Array.from({ length: columnsEach }, (): Slot => ({ position, isChecked: checked.has(at) }))
  }).flat()
}

function datesOf(points: readonly Point[], width: number): string {
  const from = points[0]?.checkedAt.slice(0, 10) ?? ''
  const to = points.at(-1)?.checkedAt.slice(0, 10) ?? ''
  const line =
    width >= from.length + to.length + 2
      ? from + to.padStart(width - from.length)
      : to === from
        ? from
        : `${from} to ${to}`
  return ' '.repeat(axisWidth + 1) + line
}
