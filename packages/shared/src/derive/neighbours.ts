import { unaccepted } from './accepts.ts'
import type { FactSnapshot, RowSnapshot, Snapshot } from './snapshot.ts'

/** Old inputs must parse, new answers must satisfy old readers, and both releases must parse facts. */
export function brokenPromises(then: Snapshot, now: Snapshot): string[] {
  return [...each(then.operations, now.operations, ofRow), ...each(then.facts, now.facts, ofFact)]
}

function each<T>(then: Record<string, T>, now: Record<string, T>, compare: (then: T, now: T) => string[]): string[] {
  return Object.entries(then).flatMap(([name, before]) => {
    const today = now[name]
    const found =
      today === undefined ? ['disappears; it stays for a release after nobody calls it'] : compare(before, today)
    return found.map((what) => `${name}: ${what}`)
  })
}

function ofRow(then: RowSnapshot, now: RowSnapshot): string[] {
  return [
    ...(then.subject === now.subject ? [] : [`nothing listens on ${then.subject}`]),
    ...(then.http === undefined || then.http === now.http ? [] : [`nothing answers ${then.http}`]),
    ...(then.tool === undefined || then.tool === now.tool ? [] : [`the tool ${then.tool} disappears`]),
    ...then.callers.filter((caller) => !now.callers.includes(caller)).map((caller) => `refuses callers: ${caller}`),
    ...inputs(then, now),
    ...unaccepted(now.answer, then.answer, 'cast').map((what) => `an answer, read by the release before: ${what}`),
  ]
}

function inputs(then: RowSnapshot, now: RowSnapshot): string[] {
  const parts = [...new Set([...Object.keys(then.input), ...Object.keys(now.input)])]
  return parts.flatMap((part) => {
    const before = then.input[part]
    const today = now.input[part]
    // A part without a schema compares as an empty object.
    const found = today ? unaccepted(before ?? { type: 'object' }, today, 'parse') : ['it is ignored']
    return found.map((what) => `the ${part} of a caller of the release before: ${what}`)
  })
}

function ofFact(then: FactSnapshot, now: FactSnapshot): string[] {
  return [
    ...then.subjects
      .filter((subject) => !now.subjects.includes(subject))
      .map((subject) => `nothing listens on ${subject}`),
    ...unaccepted(now.state, then.state, 'parse').map((what) => `parsed by the release before: ${what}`),
    ...unaccepted(then.state, now.state, 'parse').map((what) => `written by the release before: ${what}`),
  ]
}
