import type { Collects } from '@rts/shared/collects/collects'
import type { Asker } from '@rts/shared/collects/kind'
import { phraseIdentity } from '@rts/shared/contract/fields'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import { rowsOf } from '../collected.ts'
import type { IdeasKind } from '../keywords/collecting-ideas.ts'
import { seedsOf } from '../keywords/rules/seeds.ts'
import type { KeyedRow } from '../keywords/tables.ts'
import type { Adding } from './adding.ts'
import type { PolicyStore, Run } from './policies.sql.ts'
import type { ProposalStore } from './proposals.sql.ts'
import { candidatesOf, type Saved } from './rules/candidates.ts'
import { proposalsOf } from './rules/choice.ts'

type Deps = {
  collects: Collects
  projects: ProjectReader
  /** What the site's people want of keywords, in their words. */
  noteOf(accountId: string, siteId: string): Promise<string | null>
  ideas: IdeasKind | null
  policies: Pick<PolicyStore, 'ended'>
  proposals: Pick<ProposalStore, 'past' | 'propose'>
  add: Adding
}
export type Proposing = ReturnType<typeof createProposing>

const mostAWeek = 20

/** Proposes keywords to a site from what is saved, and adds those that its rule may add. */
export function createProposing({ collects, projects, noteOf, ideas, policies, proposals, add }: Deps) {
  /** Of what was collected for the site; nothing is collected now. */
  async function savedIdeas(site: KnownSite, seeds: string[]): Promise<Saved['ideas']> {
    if (!ideas) return null
    const { accountId, country, language } = site
    const asker: Asker = { scope: `s:${site.id}`, accountId, plan: 'free', mayCollect: false, waitMs: 0 }
    const [reading] = await collects.read(ideas, [{ phrases: seeds, country, language }], asker)
    if (!reading?.body || reading.state.updatedAt === null) return null
    return { rows: rowsOf<KeyedRow>(reading.body), updatedAt: reading.state.updatedAt }
  }

  async function savedOf(site: KnownSite): Promise<Saved> {
    const { accountId, id, country, language, domain } = site
    const place = { country, language }
    const [comparison, pages, searched] = await Promise.all([
      projects.comparison(accountId, id),
      projects.pages(accountId, id),
      projects.searched(accountId, id),
    ])
    const saved = await savedIdeas(site, seedsOf(comparison, place, domain))
    return { place, comparison, pages, searched, ideas: saved, identityOf: phraseIdentity }
  }

  return async (site: KnownSite, now: Date): Promise<Run> => {
    const { accountId, id, country, language } = site
    const [saved, past, note] = await Promise.all([savedOf(site), proposals.past(id), noteOf(accountId, id)])
    const best = proposalsOf(candidatesOf(saved), { ...past, note }, mostAWeek)
    const { proposed, adding } = await proposals.propose(id, best, {
      place: { country, language },
      most: mostAWeek,
      now,
    })
    const { added, left } = await add(accountId, adding)
    const run = { proposed, added, overLimit: left > 0 }
    await policies.ended(id, run, now)
    return run
  }
}
