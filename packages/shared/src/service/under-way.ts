export type UnderWay<T> = { add(item: T): number; remove(place: number): void; all(): T[] }

/**
 * What is under way, to be found when all of it must end. `add` answers the item's place, to remove it by. Not a Set: V8 links the table
 * of one that is refilled all the time to its next one, so that what stood in it stays in memory until the next full collection.
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
