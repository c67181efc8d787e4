import type { Clock } from '@rts/shared/clock'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { noteRowOf } from '../ranks/rows.ts'
import type { SiteStore } from '../sites/sites.sql.ts'
import { siteOf } from '../sites/sites.ts'
import type { NoteStore } from './notes.sql.ts'

export type NoteHandlerDeps = { sites: SiteStore; notes: NoteStore; clock: Clock }

export function noteHandlers({ sites, notes, clock }: NoteHandlerDeps) {
  return {
    'notes.list': async ({ params, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      return { notes: (await notes.list(site)).map(noteRowOf) }
    },

    'notes.create': async ({ params, body, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const { note, created } = await notes.add(site, { ...body, personId: caller.personId ?? '' }, clock.now())
      return { note: noteRowOf(note), created }
    },

    'notes.delete': async ({ params, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      await notes.remove(site, params.noteId)
      return { ok: true }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}
