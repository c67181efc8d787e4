import { AppError } from '@rts/shared/errors'

type Candidate = { id: string; domain: string }

/**
 * The site that is meant where none is named: the key's only one. Throws `conflict` where there is none, and `invalid_input` that
 * lists the first where there are several. `addTool` is how an agent adds one.
 */
export function onlySite<S extends Candidate>(sites: { rows: readonly S[]; isLast: boolean }, addTool: string): S {
  const { rows, isLast } = sites
  const [site] = rows
  if (!site) throw new AppError('conflict', `There is no site yet: call ${addTool} first`)
  if (rows.length === 1 && isLast) return site
  const list = rows.map(({ id, domain }) => `${id} (${domain})`).join(', ')
  const more = isLast ? '' : ', …'
  throw new AppError('invalid_input', `project_id: is required with more than one site: ${list}${more}`)
}
