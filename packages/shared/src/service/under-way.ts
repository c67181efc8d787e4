export type UnderWay<T> = { add(item: T): number; remove(place: number): void; all(): T[] }

/** Not a Set: V8 keeps what was removed from a refilled one until the next full collection. */
export function createUnderWay<T extends object>(): UnderWay<T> {
  const places: (T | undefined)[] = []
  const free: number[] = []
  return {
    add(item) {
      const place = free.pop() ?? places.length
      places[place] = item
      return place
    },
    remove(place) {
      places[place] = undefined
      free.push(place)
    },
    all: () => places.filter((item) => item !== undefined),
  }
}
