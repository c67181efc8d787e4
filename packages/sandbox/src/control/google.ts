import { Router } from 'express'
import { z } from 'zod'
import { people } from '../formats/google/people.ts'
import type { GoogleTokens } from '../formats/google/tokens.ts'
import type { WorldState } from '../state/world-state.ts'
import { googleProperty, googleQueries, googleRefusals } from '../world/overrides.ts'
import { readInput } from './input.ts'

const emails = z.enum(people.map(({ email }) => email))

/** Body of `PUT /control/google`; absent fields stay as they are. */
const googleInput = z.strictObject({
  person: emails.optional(),
  properties: z.array(googleProperty).max(1_000).optional(),
  queries: z.array(googleQueries.safeExtend({ siteUrl: z.string().min(1) })).optional(),
  /** How far Google's clock is ahead of ours: tokens expire. */
  aheadSeconds: z.int().min(0).max(1e9).optional(),
  /** A project in testing: lasting tokens are good for seven days. */
  isTesting: z.boolean().optional(),
  /** The reason of the search console's 403; null: none. */
  refusal: z.enum(googleRefusals).nullable().optional(),
  withdraw: emails.optional(),
})

export function googleControl(world: WorldState, tokens: GoogleTokens): Router {
  const routes = Router()
  routes.put('/google', (req, res) => {
    const set = readInput(googleInput, req.body, res)
    if (set === null) return
    const { google } = world.current()
    const { person = people[0].email, properties, queries = [], withdraw } = set
    const { aheadSeconds = google.aheadSeconds, isTesting = google.isTesting, refusal = google.refusal } = set
    world.change({
      ...world.current(),
      google: {
        aheadSeconds,
        isTesting,
        refusal,
        properties: { ...google.properties, ...(properties ? { [person]: properties } : {}) },
        queries: {
          ...google.queries,
          ...Object.fromEntries(queries.map(({ siteUrl, ...rest }) => [siteUrl, rest])),
        },
      },
    })
    if (withdraw !== undefined) tokens.withdraw(withdraw)
    res.json({ ok: true })
  })
  return routes
}
