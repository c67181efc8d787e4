import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operationEntries } from '../contract/table.ts'
import { runs } from '../testing/runs.ts'
import { createPathMatcher } from './path-matcher.ts'

const match = createPathMatcher()
const bindings = operationEntries().flatMap(([name, { http }]) => (http ? [{ name, ...http }] : []))
const withIds = (path: string) => path.replace(':id', 'site_1').replace(':kid', 'kw-2')

describe('the path list', () => {
  it('matches every row of the table to its own operation', () => {
    expect(bindings).toHaveLength(35)
    for (const { name, method, path } of bindings) {
      expect(match(method, withIds(path))).toMatchObject({ kind: 'operation', name, path: withIds(path) })
    }
  })

  it('reads ids decoded', () => {
    expect(match('GET', '/projects/a%2Db/keywords/%6B/history')).toMatchObject({ params: { id: 'a-b', kid: 'k' } })
  })

  it.each(['/projects/', '//projects', '//projects/'])('takes %s as the listed path in canonical form', (path) => {
    expect(match('GET', path)).toMatchObject({ kind: 'operation', name: 'sites.list', path: '/projects' })
  })

  it.each([
    ['', '/', '//', '///', 'projects', '*'],
    ['///projects', '/projects//', '//projects//', '/projects//keywords', '/projects/a//keywords', '/./projects'],
    [
      '/Projects',
      '/PROJECTS',
      '/projects;a=1',
      '/projects/a/keywords;b',
      '/%70rojects',
      '/projects%2F',
      '/projects%2fa',
    ],
    ['/projects/.', '/projects/..', '/projects/%2e', '/projects/%2E%2e', '/projects/.%2e', '/projects/../keywords'],
    ['/projects/a%2Fb', '/projects/a%2fb', '/projects/a%5Cb', '/projects/a%5cb', '/projects/a\\b', '/projects/%2F%zz'],
    ['http://host/http/v1/projects', 'http://host/projects', '/projects/a/unknown', '/projects/a/b/c/d/e/f'],
    ['/__proto__', '/projects/a/constructor', '/keywords', '/schema', '/google', '/projects /a', '/projects\t'],
  ])('does not list %s', (...paths) => {
    for (const path of paths) expect(match('GET', path), path).toEqual({ kind: 'not_listed' })
  })

  it.each(['%', '%zz', '%c3%28', 'a;b', '%00', '%252e%252e', 'a b', '~', 'é', '...', '%2', '__proto__'])(
    'lists %s in an id position: such an id does not exist, which is no strike',
    (segment) => {
      expect(match('GET', `/projects/${segment}`)).toMatchObject({ kind: 'operation', name: 'sites.get' })
    },
  )

  it('names the allowed methods of a listed path', () => {
    expect(match('PUT', '/projects')).toEqual({ kind: 'other_method', allow: ['GET', 'POST'] })
    expect(match('get', '/team')).toEqual({ kind: 'other_method', allow: ['GET'] })
    for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'constructor']) {
      expect(match(method, '/projects/a'), method).toEqual({ kind: 'other_method', allow: ['GET', 'PATCH', 'DELETE'] })
    }
  })

  it('takes `bulk` for a keyword id where the method is not the one of bulk adding', () => {
    const path = '/projects/a/keywords/bulk'
    expect(match('POST', path)).toMatchObject({ name: 'keywords.createBulk', params: { id: 'a' } })
    expect(match('PATCH', path)).toMatchObject({ name: 'keywords.update', params: { kid: 'bulk' } })
    expect(match('GET', path)).toEqual({ kind: 'other_method', allow: ['POST', 'PATCH', 'DELETE'] })
  })
})

describe('for any text', () => {
  const words = fc.constantFrom('projects', 'keywords', 'bulk', 'google', '%2f', '%2E', '..', '/', '//', '%', 'é', '\\')
  const paths = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.array(words).map((parts) => parts.join('')),
    fc.array(fc.oneof(words, fc.string({ maxLength: 4 }))).map((parts) => `/${parts.join('/')}`),
    fc
      .tuple(fc.constantFrom(...bindings.map(({ path }) => path)), fc.string({ minLength: 1, maxLength: 4 }))
      .map(([path, id]) => path.replace(':id', id).replace(':kid', id)),
  )
  const methods = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE')

  it('never throws, and the canonical path of a match is matched as itself', () => {
    fc.assert(
      fc.property(methods, paths, (method, path) => {
        const found = match(method, path)
        if (found.kind === 'operation') expect(match(method, found.path)).toEqual(found)
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('never matches an id that a path reader could take for several segments or for a dot segment', () => {
    fc.assert(
      fc.property(paths, (path) => {
        const found = match('GET', path)
        if (found.kind !== 'operation') return
        for (const id of Object.values(found.params)) {
          expect(id).not.toMatch(/^\.{0,2}$|[/\\]|%2f|%5c/i)
        }
      }),
      { numRuns: runs(2_000) },
    )
  })
})
