import type { ReactNode } from 'react'
import { dayMs } from '../words/time-text.ts'
import css from './chart.module.css'
import type { Moment } from './moments.tsx'
import { margin, type TimePlot } from './time-plot.ts'

type TimeDrawingProps = {
  plot: TimePlot
  width: number
  /** From the top to where the dates begin. */
  height: number
  notes: readonly Note[]
  moment: Moment
  children: ReactNode
}

/** The drawing of a chart above its dates, with notes and the line under the pointer. */
export function TimeDrawing({ plot, width, height, notes, moment, children }: TimeDrawingProps) {
  const { at, isPointed, point, leave } = moment
  return (
    <svg
      className={css.chart}
      width={width}
      height={height + margin.dates}
      viewBox={`0 0 ${width} ${height + margin.dates}`}
      aria-hidden="true"
      onPointerMove={({ clientX, currentTarget }) =>
        point(plot.at(clientX - currentTarget.getBoundingClientRect().left))
      }
      onPointerLeave={leave}
    >
      {children}
      <Pins plot={plot} height={height} notes={notes} />
      <Dates plot={plot} y={height + margin.dates - 6} />
      {isPointed && at !== undefined && (
        <line className={css.cursor} x1={plot.x(at)} x2={plot.x(at)} y1={margin.top} y2={height} />
      )}
    </svg>
  )
}

function Dates({ plot, y }: { plot: TimePlot; y: number }) {
  return plot.dates.map(({ at, text }) => (
    <text
      key={at}
      className={css.tick}
      x={Math.min(plot.x(at), plot.width)}
      y={y}
      textAnchor={plot.x(at) > plot.width - 32 ? 'end' : 'middle'}
    >
      {text}
    </text>
  ))
}

export type Note = { at: number; text: string }

/** The notes within half a day of a moment, or of its day. */
export function notedAt(at: number, notes: readonly Note[]): string[] {
  return notes
    .filter((note) => Math.abs(note.at - at) < dayMs / 2 || dayOf(note.at) === dayOf(at))
    .map(({ text }) => text)
}

function dayOf(at: number): number {
  return Math.floor(at / dayMs)
}

/** Notes, each on its day; none from before the drawing begins. */
function Pins({ plot, height, notes }: { plot: TimePlot; height: number; notes: readonly Note[] }) {
  return notes
    .filter(({ at }) => at >= plot.from)
    .map(({ at, text }) => (
      <g key={`${at} ${text}`} className={css.pin}>
        <line x1={plot.x(at)} x2={plot.x(at)} y1={margin.top - 4} y2={height} />
        <circle cx={plot.x(at)} cy={margin.top - 7} r={4} />
      </g>
    ))
}
