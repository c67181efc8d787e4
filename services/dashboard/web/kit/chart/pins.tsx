import { dayMs } from '../words/time-text.ts'
import css from './chart.module.css'
import { margin, type TimePlot } from './time-plot.ts'

/** A note about a day. */
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

type PinsProps = { plot: TimePlot; height: number; notes: readonly Note[] }

/** Notes, each on its day; none from before the drawing begins. */
export function Pins({ plot, height, notes }: PinsProps) {
  return notes
    .filter(({ at }) => at >= plot.from)
    .map(({ at, text }) => (
      <g key={`${at} ${text}`} className={css.pin}>
        <line x1={plot.x(at)} x2={plot.x(at)} y1={margin.top - 4} y2={height} />
        <circle cx={plot.x(at)} cy={margin.top - 7} r={4} />
      </g>
    ))
}
