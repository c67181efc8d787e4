import type { Item } from '../model.ts'

/**
 * A step of a path that Google's tables name, such as `offers.price`. The last step has the types that its value may have; none
 * means any.
 */
export type Want = {
  name: string
  path: string
  types: readonly string[]
  next: Want | null
  /** Each value has to be of the type; otherwise one is enough. */
  isForAll: boolean
}

/** `offers.price: Number | review: Review or Text`: alternatives, each with the types of its value. */
export const wantsOf = kept((wanted) => wanted.split('|').map((one) => wantOf(one, false)))

/** The place of a part, such as `review: Review`: its value has to be of the type. */
export const placeOf = kept((via) => wantOf(via, true))

function wantOf(text: string, isForAll: boolean): Want {
  const [path = '', types] = text.trim().split(': ')
  return chainOf(path.split('.'), { path, types: types?.split(' or ') ?? [], isForAll })
}

function chainOf([name = '', ...rest]: string[], want: Pick<Want, 'path' | 'types' | 'isForAll'>): Want {
  return { ...want, name, next: rest.length > 0 ? chainOf(rest, want) : null }
}

/** The tables are taken apart once, not for each item. */
function kept<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>()
  return (text) => {
    const known = made.get(text) ?? make(text)
    made.set(text, known)
    return known
  }
}

export type State = 'given' | 'missing' | 'wrong'
/** Findings about the items of a text, kept: thousands of others may refer to the same one. */
export type Known = {
  states: Map<Want, Map<Item, State>>
  /** How many values may still be looked at on the way to the parts of items. */
  stepsLeft: number
}

/** Many times what a page of thousands of products takes. */
export const maxSteps = 200_000
export const nothingKnown = (): Known => ({ states: new Map(), stepsLeft: maxSteps })
