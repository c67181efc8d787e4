import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import { announce } from './announce.ts'
import { findWatched } from './sites.sql.ts'

/** An audit that ended is an event of its site. */
export const auditFinished: FactEffect = async (tx, fact) => {
  if (fact.type !== 'audit.finished') return
  const { siteId, at, sandbox, ...audit } = events[fact.type].state.parse(fact.state)
  const site = await findWatched(tx, siteId)
  if (!site) return
  const { accountId, ...project } = site
  const event = { accountId, siteId, type: fact.type, id: audit.crawlId, at: new Date(at), sandbox }
  await announce(tx, { ...event, data: { project, ...audit } })
}

/** Links that were won or lost are an event of the site. */
export const linksChanged: FactEffect = async (tx, fact) => {
  if (fact.type !== 'links.changed') return
  const { siteId, at, sandbox, ...changes } = events[fact.type].state.parse(fact.state)
  const site = await findWatched(tx, siteId)
  if (!site) return
  const { accountId, ...project } = site
  const event = { accountId, siteId, type: fact.type, id: fact.aggregate, at: new Date(at), sandbox }
  await announce(tx, { ...event, data: { project, ...changes } })
}
