import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useWidth } from '../browser.ts'
import { dayText } from '../words/time-text.ts'
import css from './chart.module.css'
import { Legend, LineEnds, type LineName, namesWidth, roomFrom } from './line-names.tsx'
import { useHasOthers, useMoment } from './moments.tsx'
import { type Note, notedAt, TimeDrawing } from './time-drawing.tsx'
import { margin, type TimePlot, timePlot } from './time-plot.ts'

type TimeChartProps = {
  label: string
  /** The moments that can be pointed at, ascending. */
  moments: readonly number[]
  /** From the top to where the dates begin. */
  height: number
  notes?: readonly Note[]
  /** The lines by number, where there are several. */
  names?: readonly LineName[]
  /** The values at a moment, line by line. `pointed` is the line under the pointer. */
  partsAt(moment: number, pointed: number | undefined): readonly Part[]
  draw(plot: TimePlot, pointed: number | undefined): ReactNode
}

/** Anything over time: it is read with the pointer, with the keys and by screen readers in the same words. */
export function TimeChart({ label, moments, height, notes = [], names = [], partsAt, draw }: TimeChartProps) {
  const [box, width] = useWidth<HTMLDivElement>()
  const moment = useMoment(moments)
  const [pointed, setPointed] = useState<number>()
  const hasOthers = useHasOthers()
  const { at, last } = moment
  if (at === undefined) return null
  const isNamed = names.length > 1
  const hasRoom = width >= roomFrom
  const room = hasRoom && (isNamed || hasOthers) ? namesWidth : 0
  const plot = timePlot(moments[0] ?? at, moments[last] ?? at, width - room)
  return (
    <div ref={box} className={css.box}>
      <Reading
        label={label}
        at={at}
        last={last}
        place={moment.place}
        parts={partsAt(at, pointed)}
        noted={notedAt(at, notes)}
        onKeyDown={moment.step}
      />
      {width > 0 && (
        <TimeDrawing plot={plot} width={width} height={height} notes={notes} moment={moment}>
          {draw(plot, pointed)}
          {isNamed && hasRoom && (
            <LineEnds
              names={names}
              pointed={pointed}
              height={height}
              x={plot.width - margin.right}
              onPoint={setPointed}
            />
          )}
        </TimeDrawing>
      )}
      {isNamed && !hasRoom && <Legend names={names} pointed={pointed} onPoint={setPointed} />}
    </div>
  )
}

/** The value of a line at a moment; `line` is the index of its color. */
export type Part = { name: string; text: string; line?: number; layer?: number }

type ReadingProps = {
  label: string
  at: number
  parts: readonly Part[]
  noted: readonly string[]
  place: number
  last: number
  onKeyDown(event: KeyboardEvent): void
}

/** The moment that is pointed at, in words; with the keys, from moment to moment. */
function Reading({ label, at, parts, noted, place, last, onKeyDown }: ReadingProps) {
  const date = dayText(at)
  const said = [...parts.map(({ name, text }) => (name === '' ? text : `${name} ${text}`)), ...noted]
  return (
    <div
      className={css.reading}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(1, last)}
      aria-valuenow={place}
      aria-valuetext={`${date}: ${said.join(', ')}`}
      onKeyDown={onKeyDown}
    >
      <b>{date}</b>
      {parts.map(({ name, text, line, layer }) => (
        <span key={name} className={css.part}>
          {line !== undefined && <i className={css.key} data-line={line} />}
          {layer !== undefined && <i className={css.key} data-layer={layer} />}
          {name !== '' && <span className={css.name}>{name}</span>}
          <b>{text}</b>
        </span>
      ))}
      {noted.map((text) => (
        <span key={text} className={css.noted}>
          {text}
        </span>
      ))}
    </div>
  )
}
