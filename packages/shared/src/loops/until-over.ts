/** Runs `work` for one after the other until the time is over; answers those that it did, at least one. */
export async function untilOver<T>(
  forMs: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<T[]> {
  const endsAt = performance.now() + forMs
  const done: T[] = []
  for (const item of items) {
    await work(item)
    done.push(item)
    if (performance.now() >= endsAt) break
  }
  return done
}
