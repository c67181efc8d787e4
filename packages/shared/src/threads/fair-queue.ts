export type FairQueue<J> = {
  /** Answers the job that finds no place: this one, or one that it displaces. */
  push(owner: string, job: J): J | null
  /** The next job of the owner who has waited longest for a turn, of those who may have one. */
  shift(mayHaveTurn?: (owner: string) => boolean): J | undefined
  isEmpty(): boolean
}

/** One job of each owner in turn: who brings many waits for their own. When all places are taken, the longest line gives one up. */
export function createFairQueue<J>(places: number): FairQueue<J> {
  // A map keeps the order in which its keys were set: the order of turns.
  const lines = new Map<string, J[]>()
  let waiting = 0

  function displacedBy(own: readonly J[]): J | undefined {
    const longest = [...lines.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    return longest.length > own.length + 1 ? longest.pop() : undefined
  }

  return {
    push(owner, job) {
      const line = lines.get(owner) ?? []
      const displaced = waiting < places ? null : displacedBy(line)
      if (displaced === undefined) return job
      lines.set(owner, line)
      line.push(job)
      if (displaced === null) waiting++
      return displaced
    },

    shift(mayHaveTurn = () => true) {
      for (const [owner, line] of lines) {
        if (!mayHaveTurn(owner)) continue
        lines.delete(owner)
        const job = line.shift()
        if (line.length > 0) lines.set(owner, line)
        waiting--
        return job
      }
      return undefined
    },

    isEmpty: () => waiting === 0,
  }
}
