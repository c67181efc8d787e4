import type { OperationName } from '@rts/shared/contract/table'
import type { Input } from './person-calls.ts'
import { newReport } from './report.ts'

export const unknownId = '00000000-0000-4000-8000-000000000000'
const ids = [unknownId]
const month = '2027-01'
const day = '2026-01-01'
const moment = '2026-01-01T00:00:00.000Z'
const where = { country: 'us', language: 'en' }
/** By row, what a call needs besides its path. */
export const neededInput: Partial<Record<OperationName, Omit<Input, 'params'>>> = {
  'advice.update': { body: { decision: 'dismiss', about: unknownId } },
  'proposals.list': { query: { decided: false } },
  'proposals.update': { body: { ids, accept: true } },
  'checkPrice.get': { body: { keywordIds: 'all' } },
  'checks.run': { body: { keywordIds: 'all' } },
  'siteSchema.check': { body: { code: '<p>' } },
  'ideaPlans.create': { body: { ideaId: unknownId, publishOn: month } },
  'keywords.create': { body: { keyword: 'tea' } },
  'keywords.createBulk': { body: { text: 'tea' } },
  'keywords.update': { body: { country: 'gb' } },
  'keywords.updateBulk': { body: { ids, country: 'gb' } },
  'figures.snapshot': { query: where },
  'keywordTags.update': { body: { ids, add: ['x'] } },
  'keywords.deleteBulk': { body: { ids } },
  'positions.list': { query: { keywordIds: ids, hosts: 'own', days: 30 } },
  'sparks.list': { query: { keywordIds: ids } },
  'visibility.list': { query: { days: 30, hosts: 'own' } },
  'movements.list': { query: { days: 30 } },
  'savedViews.create': { body: { name: 'x', search: {} } },
  'notes.create': { body: { day, text: 'x' } },
  'resultsPages.get': { query: { at: moment } },
  'pageChanges.list': { query: { before: moment, after: moment } },
  'pageBlocks.list': { query: { days: 30 } },
  'competingPages.list': { query: { days: 30 } },
  'prompts.create': { body: { prompt: 'Which tea?' } },
  'prompts.update': { body: { paused: true } },
  'promptSuggestions.delete': { body: { question: 'Which tea?' } },
  'plans.create': { body: { q: 'tea', publishOn: month } },
  'plans.update': { body: { version: 1 } },
  'articles.create': { body: { keyword: 'tea' } },
  'articles.update': { body: { version: 1 } },
  'searchConsoleFigures.list': { query: { days: 28 } },
  'competitors.add': { body: { domain: 'rival.example.com' } },
  'competitors.delete': { body: {} },
  'siteDepth.update': { body: { smart: true } },
  'alertSettings.update': { body: { audience: 'me' } },
  'alertPreview.get': { body: { rules: [] } },
  'siteLetters.update': { body: { weekly: true } },
  'webhookDeliveries.list': { query: {} },
  'reports.create': { body: newReport() },
  'reports.update': { body: newReport() },
  'sites.update': { body: { name: 'x' } },
  'siteSummaries.list': { query: { days: 30 } },
  'foundKeywords.list': { query: { q: 'matrix' } },
  'fallen.list': { query: { days: 30 } },
  'places.list': { query: { q: 'Aus' } },
  'research.get': { query: { q: 'tea' } },
  'research.run': { body: { q: 'tea' } },
}
