import { Router } from 'express'
import { suggestionsFor } from '../world/phrases.ts'
import { normalPhrase } from '../world/query.ts'
import { type Answer, type Provider, param } from './provider.ts'

const refuse = (status: number): Answer => ({ status, body: { error: 'Our systems have detected unusual traffic' } })

/** As Google's search box answers browsers: a list in a list, sent as JavaScript. */
export function autocomplete(): Provider {
  const routes = Router()
  routes.get('/complete/search', (req, res) => {
    const begun = param(req, 'q') ?? ''
    const suggestions = begun.trim() === '' ? [] : suggestionsFor(normalPhrase(begun))
    const body = JSON.stringify([begun, suggestions, [], { 'google:suggestsubtypes': [] }])
    res.status(200).type('text/javascript; charset=UTF-8').send(body)
  })
  routes.use((_req, res) => void res.status(404).json({ error: 'Not Found' }))
  return { name: 'autocomplete', routes, refusals: { http500: refuse(500), quota: refuse(403), rate: refuse(429) } }
}
