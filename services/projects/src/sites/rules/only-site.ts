import { AppError } from '@rts/shared/errors'

type Candidate = { id: string; domain: string }

/**
 * The key's only site, for a call that names none. Throws `conflict` without a site, and with several an `invalid_input` that
 * lists the first. `addTool` is the tool that adds a site.
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
