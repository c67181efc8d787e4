import { pathTo } from '../graph.ts'
import type { Item, Value } from '../model.ts'
import type { Subject } from '../schema-org/context.ts'
import { formOf, isOfType } from './types.ts'
import { placeOf, type State, type Want, wantsOf } from './want.ts'

/** `path` as wanted, and the item that lacks it; `form` if a value has the wrong type. */
export type Missing = { alternatives: string[]; form: string | null; path: string; at: number; type: string | null }
type Holder = { item: Item; path: string | null }

export function missingOf(holder: Holder, wanted: readonly string[] | undefined, subject: Subject): Missing[] {
  const missing: Missing[] = []
  for (const one of wanted ?? []) {
    const wants = wantsOf(one)
    const is = (state: State) => (want: Want) => stateOf(holder.item, want, subject) === state
    if (wants.some(is('given'))) continue
    const wrong = wants.find(is('wrong'))
    const found = missingAt(holder, wrong ? [wrong] : wants, wrong?.types)
    // Parts of a missing part are not reported.
    if (!missing.some(({ path }) => found.path.startsWith(`${path}.`))) missing.push(found)
  }
  return missing
}

export function strayAt(holder: Holder, via: string, subject: Subject): Missing | null {
  const place = placeOf(via)
  return stateOf(holder.item, place, subject) === 'wrong' ? missingAt(holder, [place], place.types) : null
}

function missingAt({ item, path }: Holder, wants: readonly Want[], types: readonly string[] | undefined): Missing {
  const alternatives = wants.map((want) => want.path)
  return {
    alternatives,
    form: types ? formOf(types) : null,
    path: pathTo(path, alternatives[0] ?? ''),
    at: item.at,
    type: item.types[0] ?? null,
  }
}

/** A path into an item needs an item, or a pointer to one on the page. */
export function stateOf(item: Item, want: Want, subject: Subject): State {
  // Without an id, one place alone reaches it.
  if (item.id === null) return stateIn(item, want, subject)
  const { states } = subject.known
  const known = states.get(want) ?? new Map<Item, State>()
  const state = known.get(item) ?? stateIn(item, want, subject)
  states.set(want, known.set(item, state))
  return state
}

function stateIn(item: Item, want: Want, subject: Subject): State {
  const { next, types, isForAll } = want
  const values = subject.graph.valuesOf(item, want.name).filter(isFilled)
  if (values.length === 0) return 'missing'
  if (next) {
    const states = values.map((value) => {
      const inner = subject.graph.itemOf(value)
      return inner ? stateOf(inner, next, subject) : 'missing'
    })
    if (states.includes('wrong')) return 'wrong'
    return states.includes('missing') ? 'missing' : 'given'
  }
  if (types.length === 0) return 'given'
  const isWell = (value: Value) => isOfType(value, types, item, subject)
  return (isForAll ? values.every(isWell) : values.some(isWell)) ? 'given' : 'wrong'
}

export function isFilled(value: Value): boolean {
  return value.kind === 'item' || value.kind === 'ref' || value.text.trim() !== ''
}

/** Items at a path such as `offers.shippingDetails`, each once; none once the steps are spent. */
export function itemsAt(holder: Holder, via: string, subject: Subject): Holder[] {
  let holders = [holder]
  for (let step: Want | null = placeOf(via); step; step = step.next) {
    const { name } = step
    const seen = new Set<Item>()
    holders = holders.flatMap((one) => itemsIn(one, name, subject, seen))
  }
  return holders
}

/** Only the first of thousands of references to an item counts. */
function itemsIn({ item, path }: Holder, name: string, { graph, known }: Subject, seen: Set<Item>): Holder[] {
  const values = graph.valuesOf(item, name)
  known.stepsLeft -= values.length
  if (known.stepsLeft < 0) return []
  return values.flatMap((value, i) => {
    const inner = graph.itemOf(value)
    if (!inner || seen.has(inner)) return []
    seen.add(inner)
    return [{ item: inner, path: pathTo(path, name, i, values.length) }]
  })
}
