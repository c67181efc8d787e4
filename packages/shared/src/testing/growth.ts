const rounds = 3
const factor = 8

/**
 * How many times the processor time `work` takes for eight times the size: about 8 if it is linear, 64 if it is quadratic.
 * Takes the minimum of several rounds, so that a busy machine does not count.
 */
export async function growthOf(work: (size: number) => Promise<void> | void, size: number): Promise<number> {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds; round++) {
    small = Math.min(small, await processorTime(() => work(size / factor)))
    large = Math.min(large, await processorTime(() => work(size)))
  }
  return large / small
}

/** Linear work stays below this, with room for caches and garbage collection. */
export const linearGrowth = 3 * factor

async function processorTime(work: () => Promise<void> | void): Promise<number> {
  const startedAt = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(startedAt)
  return user + system
}
