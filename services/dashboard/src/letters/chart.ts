import type { Picture } from '@rts/shared/mail/letter'
import { encode } from 'fast-png'

const width = 560
const height = 120
/** Twice as many as the page has, for screens with fine pixels. */
const scale = 2
const lineWidth = 2.5 * scale
const margin = 6 * scale
/** The least range of values from bottom to top, so that a tremble stays small. */
const minRange = 5
/** Blue, read on white as on black. */
const colour = [0x3b, 0x7d, 0xf0] as const
const areaAlpha = 40

type Point = { x: number; y: number }

/** A line of values, one a day, as a PNG with a transparent ground; a gap where a day is unknown. Null below two known days. */
export function chartOf(values: readonly (number | null)[]): Omit<Picture, 'name' | 'alt'> | null {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const size = { width: width * scale, height: height * scale }
  const data = new Uint8Array(size.width * size.height * 4)
  const points = placed(values, known)
  for (const [i, to] of points.entries()) {
    const from = points[i - 1]
    if (from && to) draw(data, from, to)
  }
  return { png: Buffer.from(encode({ ...size, data, channels: 4 })), width, height }
}

/** Each value in pixels of the picture, from the top left. */
function placed(values: readonly (number | null)[], known: readonly number[]): (Point | null)[] {
  const low = Math.min(...known)
  const high = Math.max(...known)
  const range = Math.max(high - low, minRange)
  const bottom = (low + high - range) / 2
  const room = { x: width * scale - 2 * margin, y: height * scale - 2 * margin }
  return values.map((value, i) => {
    if (value === null) return null
    return {
      x: margin + (room.x * i) / Math.max(values.length - 1, 1),
      y: margin + room.y * (1 - (value - bottom) / range),
    }
  })
}

/** Draws a piece of the line with soft edges, and the area below it. */
function draw(data: Uint8Array, from: Point, to: Point): void {
  for (let x = Math.floor(from.x - lineWidth); x <= Math.ceil(to.x + lineWidth); x++) {
    const part = Math.min(Math.max((x - from.x) / (to.x - from.x), 0), 1)
    const isBelow = x >= from.x && x < to.x
    const lineY = from.y + (to.y - from.y) * part
    for (let y = 0; y < height * scale; y++) {
      const cover = Math.min(Math.max(lineWidth / 2 + 0.5 - distance({ x, y }, from, to), 0), 1)
      const area = isBelow && y > lineY ? areaAlpha : 0
      paint(data, x, y, Math.max(Math.round(cover * 255), area))
    }
  }
}

function paint(data: Uint8Array, x: number, y: number, alpha: number): void {
  const at = (y * width * scale + x) * 4
  if (alpha > (data[at + 3] ?? 255)) data.set([...colour, alpha], at)
}

/** From a point to a piece of a line. */
function distance({ x, y }: Point, from: Point, to: Point): number {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const part = Math.min(Math.max(((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy), 0), 1)
  return Math.hypot(x - from.x - part * dx, y - from.y - part * dy)
}
