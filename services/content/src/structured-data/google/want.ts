import type { Item } from '../model.ts'

/** A step of a path such as `offers.price`. The last has the types of its value; none means any. */
export type Want = {
  name: string
  path: string
  types: readonly string[]
  next: Want | null
  /** Every value needs the type, not only one. */
  isForAll: boolean
}

/** Parses `offers.price: Number | review: Review or Text`. */
export const wantsOf = kept((wanted) => wanted.split('|').map((one) => wantOf(one, false)))

/** A part such as `review: Review`: every value needs the type. */
export const placeOf = kept((via) => wantOf(via, true))

function wantOf(text: string, isForAll: boolean): Want {
  const [path = '', types] = text.trim().split(': ')
  return chainOf(path.split('.'), { path, types: types?.split(' or ') ?? [], isForAll })
}

function chainOf([name = '', ...rest]: string[], want: Pick<Want, 'path' | 'types' | 'isForAll'>): Want {
  return { ...want, name, next: rest.length > 0 ? chainOf(rest, want) : null }
}

function kept<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>()
  return (text) => {
    const known = made.get(text) ?? make(text)
    made.set(text, known)
    return known
  }
}

export type State = 'given' | 'missing' | 'wrong'
/** Caches findings: thousands of items may refer to one. */
export type Known = {
  states: Map<Want, Map<Item, State>>
  /** Values that may still be visited on paths to parts. */
  stepsLeft: number
}

/** Many times what a page of thousands of products needs. */
export const maxSteps = 200_000
export const nothingKnown = (): Known => ({ states: new Map(), stepsLeft: maxSteps })
