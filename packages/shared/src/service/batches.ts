export type BatchOptions<T, R> = {
  max: number
  atOnce: number
  run(items: T[]): Promise<R[]>
}
type Waiting<T, R> = { item: T; resolve(result: R): void; reject(error: unknown): void }

/** Items that arrive meanwhile form the next batch. A failed batch is retried item by item. */
export function createBatches<T, R>({ max, atOnce, run }: BatchOptions<T, R>): (item: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = []
  let running = 0

  async function settle(batch: Waiting<T, R>[]): Promise<void> {
    const results = await run(batch.map(({ item }) => item))
    batch.forEach(({ resolve, reject }, index) => {
      const result = results[index]
      if (result === undefined) reject(new Error('a batch answered fewer results than it has items'))
      else resolve(result)
    })
  }

  async function work(batch: Waiting<T, R>[]): Promise<void> {
    try {
      await settle(batch)
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const each of batch) await settle([each]).catch(each.reject)
    }
  }

  function pump(): void {
    while (running < atOnce && waiting.length > 0) {
      running++
      void work(waiting.splice(0, max)).then(() => {
        running--
        pump()
      })
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      pump()
    })
}
