import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { referencePath } from '@rts/shared/contract/doors'
import { type ReaderLanguage, readerLanguages } from '@rts/shared/contract/rows/person'
import { type Installed, openApiDocument } from '@rts/shared/derive/openapi'
import { AppError } from '@rts/shared/errors'
import { asksSession, firstCalls } from '../../web/first-calls.ts'
import { guidesPath, pageAt, pages } from '../../web/routes.ts'
import type { SignUpWay } from '../accounts/accounts.ts'
import { cookieValue } from '../sessions/sessions.ts'
import { languageOf } from './language.ts'
import type { Answer, Visit } from './visit.ts'
import { fileAnswer, type WebFile, type WebFiles } from './web-files.ts'

export type PageFacts = {
  restUrl: string
  agentsUrl: string
  /** The same tools, for clients that connect by OAuth. */
  connectUrl: string
  /** Where mail lies as files; null where it is sent. */
  mailFolder: string | null
  /** Who may make an account. */
  signUp: SignUpWay
  /** Whether a sandbox may simulate data, which every page says. */
  isSandboxed: boolean
  /** The choices of where a phrase is searched: ISO 3166-1 codes in lower case, BCP 47 tags. */
  countries: readonly string[]
  languages: readonly string[]
}

/** A report is in its own language, whatever its reader's is. */
const reportPath = new RegExp(`^${pages.sharedReport.replace('$language', `(${readerLanguages.join('|')})`)}$`)
const assetPath = /^\/assets\/[\w.-]{1,100}$/
const forAYear = 'public, max-age=31536000, immutable'

/**
 * Answers GET: the files of the front end, which never change, and the document of each page, in the reader's language. An unknown page is shown as 404. A file
 * of another release is asked for by pages that were opened before an upgrade, or got their document from another replica in it.
 */
export function createPageRoute(
  webFiles: WebFiles,
  facts: PageFacts,
  findElsewhere: (path: string) => Promise<WebFile | undefined>,
): (visit: Visit) => Promise<Answer> {
  const write = createDocument(webFiles, facts)
  return async (visit) => {
    const { path, headers } = visit
    const file = webFiles.files.get(path) ?? (assetPath.test(path) ? await findElsewhere(path) : undefined)
    if (file) return fileAnswer(file, String(headers['accept-encoding'] ?? ''), forAYear)
    const isPage = isPageAt(path, webFiles)
    if (!isPage && !/\btext\/html\b/.test(headers.accept ?? '')) throw new AppError('not_found', 'Nothing is here')
    const reportLanguage = readerLanguages.find((language) => language === reportPath.exec(path)?.[1])
    const document = write(reportLanguage ?? languageOf(headers), visit)
    if (reportLanguage === undefined)
      return { status: isPage ? 200 : 404, headers: document.headers, body: Buffer.from(document.text) }
    const unlisted = document.text.replace('</head>', '<meta name="robots" content="noindex"></head>')
    return { headers: { ...document.headers, 'X-Robots-Tag': 'noindex' }, body: Buffer.from(unlisted) }
  }
}

function isPageAt(path: string, { guideNames }: WebFiles): boolean {
  const page = pageAt(path)
  return page?.name === 'guide' ? guideNames.has(page.params.guide ?? '') : page !== undefined
}

/** Answers the description of the server API and the guides, to their pages and to programs; without signing in. */
export function createReferenceRoute(
  installed: Installed,
  { guides }: Pick<WebFiles, 'guides'>,
): (visit: Visit) => Answer | undefined {
  let made: WebFile | undefined
  const make = (): WebFile => {
    const bytes = Buffer.from(JSON.stringify(openApiDocument(installed)))
    return { type: 'application/json', bytes, brotli: brotliCompressSync(bytes) }
  }
  return ({ path, headers }) => {
    if (path !== referencePath && path !== guidesPath) return undefined
    made ??= make()
    // They change with the next version of the service, and with its plans.
    return fileAnswer(path === guidesPath ? guides : made, String(headers['accept-encoding'] ?? ''), 'no-cache')
  }
}

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
function createDocument({ documents, scripts, begin }: WebFiles, facts: object) {
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
