import { locale } from './locale.ts'

/** A number with its noun, which has no plural: "1 kata kunci", "1.200 kata kunci". */
export function plural(count: number, name: string): string {
  return `${count.toLocaleString(locale)} ${name}`
}

/** A noun after 1 is the same as after any other number. */
export function singular(names: string): string {
  return names
}
