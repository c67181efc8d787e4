import { locale } from '../../../texts/locale.ts'
import { singular } from '../../../texts/plural.ts'

/** How many there are of something that is named in the plural: "1 query" of "queries", "1 competitor per site". */
export function counted(count: number, names: string): string {
  return `${count.toLocaleString(locale)} ${count === 1 ? singular(names) : names}`
}
