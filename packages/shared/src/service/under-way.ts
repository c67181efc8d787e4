export type UnderWay<T> = { add(item: T): number; remove(place: number): void; all(): T[] }

/**
 * Keeps the things under way, for the moment when all must end. `add` answers a thing's place, to remove it by. Not a Set: V8 links the
 * table of one that is refilled all the time to its next table, so that removed things stay in memory until the next full collection.
 */
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
