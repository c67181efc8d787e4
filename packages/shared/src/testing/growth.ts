const factor = 8
const fewestRounds = 3
const mostRounds = 6
/** Less processor time than this is measured too coarsely to be compared. */
const coarseMicros = 2_000

/** Linear work stays below this, quadratic work (64) above it; both with room for caches and garbage collection. */
export const linearGrowth = 3 * factor

/**
 * How many times the processor time `work` takes for eight times the size: about 8 if it is linear, 64 if it is quadratic.
 * What `make` needs for a size is not counted. Small and large take turns, and the minimum of each counts; when they look
 * quadratic there are more rounds, so that a busy machine alone never makes them so.
 */
export async function growthOf<T>(
  make: (size: number) => T,
  work: (made: T) => unknown,
  size: number,
): Promise<number> {
  const [few, many] = [make(size / factor), make(size)]
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const growth = () => large / Math.max(small, coarseMicros)
  for (let round = 1; round <= mostRounds; round++) {
    small = Math.min(small, await processorMicros(() => work(few)))
    large = Math.min(large, await processorMicros(() => work(many)))
    if (round >= fewestRounds && growth() < linearGrowth) break
  }
  return growth()
}

/** The processor time of `work`. */
export async function processorMicros(work: () => unknown): Promise<number> {
  const startedAt = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(startedAt)
  return user + system
}
