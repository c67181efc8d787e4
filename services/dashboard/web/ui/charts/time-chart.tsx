import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { useWidth } from '../use-width.ts'
import css from './chart.module.css'
import { Legend, LineEnds, type LineName, namesWidth, roomFrom } from './line-names.tsx'
import { type Part, Reading } from './reading.tsx'
import { useHasOthers, usePointed } from './same-moments.tsx'
import { margin, nearest, type TimePlot, timePlot } from './time-plot.ts'

/** What happened on a day, in somebody's words. */
export type Note = { at: number; text: string }

type TimeChartProps = {
  label: string
  /** The moments that can be pointed at, ascending. */
  moments: readonly number[]
  /** From the top to where the dates begin. */
  height: number
  notes?: readonly Note[]
  /** The lines by number, where there are several. */
  names?: readonly LineName[]
  /** What is known of a moment, line by line. `pointed` is the line that somebody points at. */
  partsAt(moment: number, pointed: number | undefined): readonly Part[]
  draw(plot: TimePlot, pointed: number | undefined): ReactNode
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -30, PageDown: 30, Home: -1e9, End: 1e9 }
const dayMs = 86_400_000

/** Anything over time: it is read with the pointer, with the keys and by screen readers in the same words. */
export function TimeChart({ label, moments, height, notes = [], names = [], partsAt, draw }: TimeChartProps) {
  const [box, width] = useWidth<HTMLDivElement>()
  const [active, setActive] = usePointed()
  const [pointed, setPointed] = useState<number>()
  const hasOthers = useHasOthers()
  const last = moments.length - 1
  const shown = Math.min(active ?? last, last)
  const at = moments[shown]
  const isNamed = names.length > 1
  const hasRoom = width >= roomFrom
  const room = hasRoom && (isNamed || hasOthers) ? namesWidth : 0
  const plot = timePlot(moments[0] ?? 0, moments[last] ?? 0, width - room)
  const point = ({ clientX, currentTarget }: PointerEvent) =>
    setActive(nearest(moments, plot.at(clientX - currentTarget.getBoundingClientRect().left)))
  const step = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (by === undefined) return
    event.preventDefault()
    setActive(Math.max(0, Math.min(last, shown + by)))
  }
  if (at === undefined) return null
  const noted = notes
    .filter((note) => Math.abs(note.at - at) < dayMs / 2 || sameDay(note.at, at))
    .map(({ text }) => text)
  return (
    <div ref={box} className={css.box}>
      <Reading {...{ label, at, noted }} parts={partsAt(at, pointed)} place={shown} last={last} onKeyDown={step} />
      {width > 0 && (
        <svg
          className={css.chart}
          width={width}
          height={height + margin.dates}
          aria-hidden="true"
          onPointerMove={point}
          onPointerLeave={() => setActive(undefined)}
        >
          {draw(plot, pointed)}
          {isNamed && hasRoom && (
            <LineEnds {...{ names, pointed, height }} x={plot.width - margin.right} onPoint={setPointed} />
          )}
          <Pins plot={plot} height={height} notes={notes} from={moments[0] ?? 0} />
          <Dates plot={plot} y={height + margin.dates - 6} />
          {active !== undefined && (
            <line className={css.cursor} x1={plot.x(at)} x2={plot.x(at)} y1={margin.top} y2={height} />
          )}
        </svg>
      )}
      {isNamed && !hasRoom && <Legend {...{ names, pointed }} onPoint={setPointed} />}
    </div>
  )
}

function sameDay(one: number, other: number): boolean {
  return Math.floor(one / dayMs) === Math.floor(other / dayMs)
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

type PinsProps = { plot: TimePlot; height: number; notes: readonly Note[]; from: number }

/** Notes, each on its day. */
function Pins({ plot, height, notes, from }: PinsProps) {
  return notes
    .filter(({ at }) => at >= from)
    .map(({ at, text }) => (
      <g key={`${at} ${text}`} className={css.pin}>
        <line x1={plot.x(at)} x2={plot.x(at)} y1={margin.top - 4} y2={height} />
        <circle cx={plot.x(at)} cy={margin.top - 7} r={4} />
      </g>
    ))
}
