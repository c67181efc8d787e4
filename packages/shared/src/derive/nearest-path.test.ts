import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operationEntries } from '../contract/table.ts'
import { runs } from '../testing/runs.ts'
import { createNearestPath } from './nearest-path.ts'
import { createPathMatcher } from './path-matcher.ts'

const nearest = createNearestPath()
const match = createPathMatcher()
const listed = operationEntries().flatMap(([, { http }]) => (http ? [http] : []))
const named = listed.map(({ method, path }) => `${method} ${path}`)

describe('the nearest listed path', () => {
  it.each([
    ['GET', '/project', 'GET /projects'],
    ['POST', '/Projects', 'POST /projects'],
    ['GET', '/projects/p1/keyword', 'GET /projects/:id/keywords'],
    ['GET', '/project/p1/rank_compare', 'GET /projects/:id/rank-compare'],
    ['GET', '/projects//keywords', 'GET /projects/:id/keywords'],
    ['GET', '/keywords', 'GET /keywords/research'],
    ['GET', '/projects/p1/competitors/c1', 'POST /projects/:id/competitors'],
    ['PATCH', '/sites/p1/keywords/k1', 'PATCH /projects/:id/keywords/:kid'],
    ['GET', '/projects/p1/keywords/k1/histroy', 'GET /projects/:id/keywords/:kid/history'],
    ['GET', '/api/projects', 'GET /projects'],
  ])('of %s %s is %s', (method, path, expected) => {
    expect(nearest(method, path)).toBe(expected)
  })

  it.each(['/nowhere', '/', '', '/wp/login', '/.env', '/a/b/c/d/e/f', `/projects/${'x'.repeat(200)}/keyword`, '/%'])(
    'is none for %s',
    (path) => {
      expect(nearest('GET', path)).toBeNull()
    },
  )

  it('is the one that was mistyped by a letter', () => {
    const row = fc.constantFrom(...listed)
    fc.assert(
      fc.property(row, fc.nat(), fc.constantFrom('', 'x', '_'), ({ method, path }, at, typed) => {
        const places = [...path].flatMap((letter, i) => (/[a-z]/.test(letter) && !inId(path, i) ? [i] : []))
        const place = places[at % places.length] ?? 0
        const mistyped = (path.slice(0, place) + typed + path.slice(place + 1)).replaceAll(':', '')
        fc.pre(match(method, mistyped).kind === 'not_listed')
        expect(nearest(method, mistyped)).toBe(`${method} ${path}`)
      }),
      { numRuns: runs(300) },
    )
  })

  it('is a listed one or none, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webPath(), fc.string({ unit: 'binary' })), (path) => {
        const found = nearest('GET', path)
        if (found !== null) expect(named).toContain(found)
      }),
      { numRuns: runs(300) },
    )
  })
})

function inId(path: string, place: number): boolean {
  return path.lastIndexOf(':', place) > path.lastIndexOf('/', place)
}
