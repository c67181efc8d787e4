import { createHash } from 'node:crypto'

export type StepRow = [number, number] | [number, string]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** End of a release's last crawl: `cc-main-2026-mar-apr-may` is the end of May 2026. Null: another name. */
export function crawledAtOf(release: string): Date | null {
  const [, year, names = ''] = /^cc-main-(?:\d{4}-)?(\d{4})((?:-[a-z]{3})+)$/.exec(release) ?? []
  const last = months.indexOf(names.split('-').at(-1) ?? '')
  return year === undefined || last < 0 ? null : new Date(Date.UTC(Number(year), last + 1, 0))
}

/** Equal places give an equal name: a repeat is the same import. */
export function nameOfFiles(places: readonly string[]): string {
  return `files-${createHash('sha256').update(JSON.stringify(places)).digest('base64url').slice(0, 12)}`
}
