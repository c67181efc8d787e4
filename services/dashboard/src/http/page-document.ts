import { createHash } from 'node:crypto'
import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import { asksSession, firstCalls } from '../../web/first-calls.ts'
import { pageAt } from '../../web/routes.ts'
import { cookieValue } from '../sessions/sessions.ts'
import type { Visit } from './visit.ts'
import type { WebFiles } from './web-files.ts'

/** A document's headers; `scripts` are those that it may run. */
function headersFor(scripts: string) {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      `default-src 'none'; script-src ${scripts}; style-src 'self'; font-src 'self'; img-src 'self' data:`,
      "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ].join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
}

/**
 * Writes the document of a page: with what is to choose from, its colours, its scripts, and for a session its first calls. The one script
 * inside a document begins those: the policy allows it by its hash.
 */
export function createDocument({ documents, scripts, begin }: WebFiles, facts: object) {
  const element = dataElement('facts', facts)
  const withoutCalls = headersFor("'self'")
  const withCalls = headersFor(`'self' 'sha256-${createHash('sha256').update(begin).digest('base64')}'`)
  return (language: ReaderLanguage, { path, query, headers, cookie }: Visit) => {
    const calls = cookie === undefined ? [] : callsOf(path, query)
    const begins = calls.length > 0
    const beginning = begins ? `${dataElement('first-calls', calls)}<script>${begin}</script>` : ''
    const files = scripts[language][pageAt(path)?.name ?? ''] ?? []
    const preloads = files.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`)
    const text = documents[language]
      .replace('<!--facts-->', () => element)
      .replace('<!--first-calls-->', () => beginning)
      .replace('</head>', () => `${preloads.join('')}</head>`)
      .replace('data-theme="system"', `data-theme="${themeOf(headers.cookie)}"`)
    return { text, headers: begins ? withCalls : withoutCalls }
  }
}

/** The calls that a page of a signed-in person begins with, by their paths. */
function callsOf(path: string, query: string): [string, object][] {
  const session: [string, object][] = asksSession(path) ? [['/api/session', {}]] : []
  return [...session, ...firstCalls(path, query).map(([name, input]): [string, object] => [`/api/op/${name}`, input])]
}

/** A name must not end the element that carries it. */
function dataElement(id: string, data: object): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

/** The colours that a person chose: known before any script runs, so that a page never flashes. */
function themeOf(cookies: string | undefined): string {
  const theme = cookieValue(cookies, 'theme')
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}
