import { singular } from '../../../texts/plural.ts'
import { figure } from './figure.tsx'

/** How many there are of something that is named in the plural: "1 query" of "queries", "1 competitor per site". */
export function counted(count: number, names: string): string {
  return `${figure(count)} ${count === 1 ? singular(names) : names}`
}
