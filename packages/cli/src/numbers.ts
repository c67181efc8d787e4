import { textOf, type Values } from './command.ts'
import { UsageError } from './world.ts'

/** The whole number of an option; throws where it is none, or out of bounds. */
export function numberOf(values: Values, name: string, min: number, max: number): number | undefined {
  const text = textOf(values, name)
  if (text === undefined) return undefined
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw new UsageError(`--${name} takes a whole number from ${min} to ${max}`)
  return number
}

/** One of a list of words. */
export function wordOf<W extends string>(values: Values, name: string, words: readonly W[]): W | undefined {
  const text = textOf(values, name)
  const word = words.find((one) => one === text)
  if (text !== undefined && word === undefined) throw new UsageError(`--${name} takes one of ${words.join(', ')}`)
  return word
}
