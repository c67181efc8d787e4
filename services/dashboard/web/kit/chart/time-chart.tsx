import { type ReactNode, useState } from 'react'
import { useWidth } from '../use-width.ts'
import css from './chart.module.css'
import { Legend, LineEnds, type LineName, namesWidth, roomFrom } from './line-names.tsx'
import { type Note, notedAt } from './pins.tsx'
import { type Part, Reading } from './reading.tsx'
import { useHasOthers } from './same-moments.tsx'
import { TimeDrawing } from './time-drawing.tsx'
import { margin, type TimePlot, timePlot } from './time-plot.ts'
import { useMoment } from './use-moment.ts'

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
