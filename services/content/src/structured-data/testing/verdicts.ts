import { readFileSync } from 'node:fs'
import path from 'node:path'
import Validator from '@adobe/structured-data-validator'
import type { Answer } from '../answer.ts'
import { wholeItems } from './whole-items.ts'

type Item = Record<string, unknown>
/** Another validator's verdict on an item; `feature`: for that rich result only. */
export type Verdict = { id: string; item: Item; valid: boolean; feature?: string }

/** jolicode/structured-data on its own fixtures. */
export function jolicodeVerdicts(): Verdict[] {
  const file = path.join(import.meta.dirname, 'fixtures/jolicode-verdicts.jsonl')
  // safe because the file has one such object a line
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Verdict)
}

/** Adobe's validator on whole items, and on each with one property missing or of the wrong type. */
export async function adobeVerdicts(): Promise<Verdict[]> {
  const validator = new Validator()
  // Its second product handler is for shops: it asks every product for an offer.
  validator.registeredHandlers.Product?.splice(1)
  const variants = Object.entries(wholeItems).flatMap(([name, item]) => variantsOf(name, item))
  return Promise.all(
    variants.map(async ({ id, item }) => {
      const issues = await validator.validate({ jsonld: { [String(item['@type'])]: [structuredClone(item)] } })
      return { id, item, valid: !issues.some(({ severity }) => severity === 'ERROR') }
    }),
  )
}

function variantsOf(name: string, item: Item): { id: string; item: Item }[] {
  const change = (at: string[], id: string, value?: unknown) => {
    const copy: Item = JSON.parse(JSON.stringify(item))
    // safe because the path is one of this item
    const holder = at.slice(0, -1).reduce((inner, key) => inner[key] as Item, copy)
    const [key = ''] = at.slice(-1)
    if (value !== undefined) holder[key] = value
    else if (Array.isArray(holder)) holder.splice(Number(key), 1)
    else delete holder[key]
    return { id: `${name}: ${id} ${at.join('.')}`, item: copy }
  }
  const made = pathsIn(item).flatMap(({ at, value }) => [
    change(at, 'without'),
    change(at, 'empty', ''),
    ...(typeof value === 'object' && !Array.isArray(value) ? [change(at, 'text for', 'some text')] : []),
    ...(typeof value === 'number' ? [change(at, 'words for', 'a few')] : []),
  ])
  return [{ id: `${name}: whole`, item }, ...made]
}

function pathsIn(value: unknown, at: string[] = []): { at: string[]; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Object.entries(value).filter(([key]) => !key.startsWith('@'))
  return own.flatMap(([key, inner]) => [{ at: [...at, key], value: inner }, ...pathsIn(inner, [...at, key])])
}

/** No error and the wanted result, unless Google ended it. */
export function accepts({ items: [root] }: Answer, feature?: string): boolean {
  if (!root?.valid) return false
  if (feature !== undefined) return root.richResult === feature
  return root.richResult !== null || root.errors.some(({ code }) => code === 'RICH_RESULT_RETIRED')
}
