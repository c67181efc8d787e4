import { brotliCompressSync } from 'node:zlib'
import { referencePath } from '@rts/shared/contract/doors'
import { readerLanguages } from '@rts/shared/contract/rows/person'
import { openApiDocument } from '@rts/shared/derive/openapi'
import { AppError } from '@rts/shared/errors'
import type { PlanTable } from '@rts/shared/plans'
import { pageAt, pages } from '../../web/routes.ts'
import type { Answer } from './answers.ts'
import { languageOf } from './language.ts'
import { createDocument } from './page-document.ts'
import type { Visit } from './visit.ts'
import { fileAnswer, type WebFile, type WebFiles } from './web-files.ts'

export type PageFacts = {
  restUrl: string
  agentsUrl: string
  /** The same tools, for clients that connect by OAuth. */
  connectUrl: string
  /** Where mail lies as files; null where it is sent. */
  mailFolder: string | null
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
    const isPage = pageAt(path) !== undefined
    if (!isPage && !/\btext\/html\b/.test(headers.accept ?? '')) throw new AppError('not_found', 'Nothing is here')
    const reportLanguage = readerLanguages.find((language) => language === reportPath.exec(path)?.[1])
    const document = write(reportLanguage ?? languageOf(headers), visit)
    if (reportLanguage === undefined)
      return { status: isPage ? 200 : 404, headers: document.headers, body: Buffer.from(document.text) }
    const unlisted = document.text.replace('</head>', '<meta name="robots" content="noindex"></head>')
    return { headers: { ...document.headers, 'X-Robots-Tag': 'noindex' }, body: Buffer.from(unlisted) }
  }
}

/** Answers the description of the server API, to its page and to programs; without signing in. */
export function createReferenceRoute(restUrl: string, plans: PlanTable): (visit: Visit) => Answer | undefined {
  let made: WebFile | undefined
  const make = (): WebFile => {
    const bytes = Buffer.from(JSON.stringify(openApiDocument(restUrl, plans)))
    return { type: 'application/json', bytes, brotli: brotliCompressSync(bytes) }
  }
  return ({ path, headers }) => {
    if (path !== referencePath) return undefined
    made ??= make()
    // It changes with the next version of the service, and with its plans.
    return fileAnswer(made, String(headers['accept-encoding'] ?? ''), 'no-cache')
  }
}
