import type { Response } from 'express'

/** Limits the requests in flight of one network. `enter` takes a place until the answer is over; false if there is none. */
export function createNetworkPlaces(atOnce: number) {
  const underWay = new Map<string, number>()
  return {
    enter(network: string, res: Response): boolean {
      const count = underWay.get(network) ?? 0
      if (count >= atOnce) return false
      underWay.set(network, count + 1)
      res.once('close', () => {
        const left = (underWay.get(network) ?? 1) - 1
        if (left > 0) underWay.set(network, left)
        else underWay.delete(network)
      })
      return true
    },
  }
}
