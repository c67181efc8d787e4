const rounds = 3
const factor = 8

/**
 * How often more processor time `work` takes for eight times the size: about 8 where it is linear, 64 where it is quadratic.
 * The least of some rounds each, so that a busy machine does not count.
 */
export async function growthOf(work: (size: number) => Promise<void> | void, size: number): Promise<number> {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds; round++) {
    small = Math.min(small, await processorTime(() => work(size / factor)))
    large = Math.min(large, await processorTime(() => work(size)))
  }
  return large / small
}

/** What a linear piece of work stays below, with room for caches and the collector of garbage. */
export const linearGrowth = 3 * factor

async function processorTime(work: () => Promise<void> | void): Promise<number> {
  const startedAt = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(startedAt)
  return user + system
}
