export class LaneFull extends Error {
  override name = 'LaneFull'
}

type Lane = { last: Promise<unknown>; length: number }

/**
 * Runs the work of each lane piece by piece. Work that waited for `patienceMs` throws; work behind `maxWaiting` throws `LaneFull` at
 * once.
 */
export function createLanes(patienceMs: number, maxWaiting: number) {
  const lanes = new Map<string, Lane>()
  return async (name: string, work: () => Promise<void>): Promise<void> => {
    const lane = lanes.get(name) ?? { last: Promise.resolve(), length: 0 }
    if (lane.length > maxWaiting) throw new LaneFull(`more than ${maxWaiting} wait in this lane`)
    lanes.set(name, lane)
    lane.length++
    const deadline = performance.now() + patienceMs
    const turn = lane.last.then(() => {
      // Its relay has given up and will send it again.
      if (performance.now() > deadline) throw new Error('waited too long in its lane')
      return work()
    })
    lane.last = turn.catch(() => {})
    await turn.finally(() => {
      lane.length--
      if (lane.length === 0) lanes.delete(name)
    })
  }
}
