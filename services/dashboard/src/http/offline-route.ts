import { offline as indonesian } from '../../texts/id/offline.ts'
import { offline as english } from '../../texts/offline.ts'
import { offlinePage, offlineWorker } from '../../web/routes.ts'
import type { Answer } from './answers.ts'
import { languageOf } from './language.ts'
import { plainPage } from './plain-page.ts'
import type { Visit } from './visit.ts'

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
