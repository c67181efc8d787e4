import { createHash } from 'node:crypto'
import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import { offline as indonesian } from '../../texts/id/offline.ts'
import { offline as english } from '../../texts/offline.ts'
import { offlinePage, offlineWorker } from '../../web/routes.ts'
import { languageOf } from './language.ts'
import type { Answer, Visit } from './visit.ts'

const style = `body{margin:15vh auto;max-width:30rem;padding:0 1.5rem;font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.5rem}button,a{font:inherit}`
const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** A page without the front end: it works in whatever opens a link of a mail, and without a connection. Its words are HTML. */
export function plainPage(language: ReaderLanguage, title: string, content: string, status = 200): Answer {
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy }
  return { status, headers, body: Buffer.from(html) }
}

const texts = { en: english, id: indonesian } as const

// A worker's fetches obey the policy of its own file.
const workerHeaders = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
}

/** Answers GET: the page that a browser shows without a connection, and the service worker that keeps it. */
export function createOfflineRoute(worker: Buffer): (visit: Visit) => Answer | undefined {
  return ({ path, headers }) => {
    if (path === offlineWorker) return { headers: workerHeaders, body: worker }
    if (path !== offlinePage) return undefined
    const language = languageOf(headers)
    const { title, text, again } = texts[language]
    // An empty address is that of the page that could not be loaded.
    return plainPage(language, title, `<p>${text}</p><p><a href="">${again}</a></p>`)
  }
}
