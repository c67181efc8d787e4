import type { Clock } from '@rts/shared/clock'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { NoteStore } from '../data/sites/note-store.ts'
import type { SiteStore } from '../data/sites/site-store.ts'
import { noteRowOf } from './present.ts'
import { siteOf } from './scope.ts'

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
