import { phraseIdentity } from '@rts/shared/contract/fields'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { Comparison } from '@rts/shared/phrases/own-pages'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import type { Adding } from './adding.ts'
import { lockPolicy, type Run, storeRun } from './policies.sql.ts'
import { beginAdding, insertProposals, openProposals, pastProposals } from './proposals.sql.ts'
import { candidatesOf, type Saved } from './rules/candidates.ts'
import { mayAddAlone, type Proposal, proposalsOf, roomOfWeek, type Taste } from './rules/choice.ts'

type ProposingDeps = {
  database: Database
  projects: ProjectReader
  savedIdeas(site: KnownSite, comparison: Comparison): Promise<Saved['ideas']>
  /** People's keyword preferences, in their words. */
  noteOf(accountId: string, siteId: string): Promise<string | null>
  add: Adding
}
export type Proposing = ReturnType<typeof createProposing>

const maxProposedAWeek = 20

/** Proposes keywords from saved data; adds what the policy allows. */
export function createProposing({ database, projects, savedIdeas, noteOf, add }: ProposingDeps) {
  async function savedOf(site: KnownSite): Promise<Saved> {
    const { accountId, id, country, language } = site
    const [comparison, pages, searched] = await Promise.all([
      projects.comparison(accountId, id),
      projects.pages(accountId, id),
      projects.searched(accountId, id),
    ])
    const ideas = await savedIdeas(site, comparison)
    return { place: { country, language }, comparison, pages, searched, ideas, identityOf: phraseIdentity }
  }

  return async (site: KnownSite, now: Date): Promise<Run> => {
    const { accountId, id } = site
    const [saved, past, note] = await Promise.all([savedOf(site), pastOf(database, id), noteOf(accountId, id)])
    const best = proposalsOf(candidatesOf(saved), { ...past, note }, maxProposedAWeek)
    const { proposed, adding } = await propose(database, site, best, now)
    const { added, left } = await add(accountId, adding)
    const run = { proposed, added, overLimit: left > 0 }
    await storeRun(database, id, run, now)
    return run
  }
}

/** Identities of all proposals ever, and the refused ones, latest first. */
async function pastOf(database: Database, siteId: string): Promise<Omit<Taste, 'note'>> {
  const past = await pastProposals(database, siteId)
  const refused = past.filter(({ state }) => state === 'refused').map(({ phrase }) => phrase)
  return { known: new Set(past.map(({ key }) => key)), refused }
}

/** Stores proposals within the week's room and begins to add the best within its cap. One run per site over all replicas. */
function propose(database: Database, { id, country, language }: KnownSite, proposals: readonly Proposal[], now: Date) {
  return inTransaction(database, async (tx) => {
    const policy = await lockPolicy(tx, id, now)
    // A site deleted meanwhile gets none.
    if (!policy) return { proposed: 0, adding: [] }
    const fitting = proposals.slice(0, Math.max(0, maxProposedAWeek - policy.proposed))
    const rows = fitting.map((each) => ({ ...each, country, language }))
    const proposed = await insertProposals(tx, id, rows, now)
    if (policy.mode !== 'add') return { proposed, adding: [] }
    const open = (await openProposals(tx, id)).filter(mayAddAlone).map((each) => each.id)
    return { proposed, adding: await beginAdding(tx, id, open.slice(0, roomOfWeek(policy)), { by: null, now }) }
  })
}
