import type { Response } from 'express'

/** Limits requests in flight per owner. `enter` returns false when full; places free with the answer. */
export function createPlaces(ofOne: number) {
  const underWay = new Map<string, number>()
  return {
    enter(owner: string, res: Response): boolean {
      const count = underWay.get(owner) ?? 0
      if (count >= ofOne) return false
      underWay.set(owner, count + 1)
      res.once('close', () => {
        const left = (underWay.get(owner) ?? 1) - 1
        if (left > 0) underWay.set(owner, left)
        else underWay.delete(owner)
      })
      return true
    },
  }
}
