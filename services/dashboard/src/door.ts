import type { RequestListener } from 'node:http'
import path from 'node:path'
import { connectPath, mcpPath, restBasePath } from '@rts/shared/contract/doors'
import { countryCodes, languageTags } from '@rts/shared/contract/locale'
import type { AppConfig } from './config.ts'
import { createEndpoint, type EndpointOptions } from './http/endpoint.ts'
import { createGoogleRoute, type GoogleRouteOptions } from './http/google-route.ts'
import { createOperationRoute } from './http/operation-route.ts'
import { createPageRoute, type PageFacts } from './http/page-route.ts'
import { createReferenceRoute } from './http/reference-route.ts'
import { readWebFiles } from './http/web-files.ts'
import { mailFolderOf } from './letters/letters.ts'

/** What `scripts/web.ts` builds of `web/`. */
const webFolder = path.join(import.meta.dirname, 'built')

type DoorOptions = Pick<EndpointOptions, 'routes' | 'mailRoute' | 'verify' | 'clock' | 'isDraining'> &
  GoogleRouteOptions

/** What browsers reach: the pages and the API behind them; and where mails, payment providers and Google lead. */
export function createDoor(options: DoorOptions, config: AppConfig): RequestListener {
  const facts = pageFactsOf(config)
  const reference = createReferenceRoute(facts.restUrl)
  const pageOf = createPageRoute(readWebFiles(webFolder), facts)
  return createEndpoint({
    ...options,
    routes: [...options.routes, createOperationRoute(options)],
    returnRoute: createGoogleRoute(options),
    page: (visit) => reference(visit) ?? pageOf(visit),
    hosts: hostsOf(config),
    publicUrl: config.PUBLIC_URL,
  })
}

function hostsOf({ NODE_ENV, PUBLIC_URL, ALLOWED_HOSTS }: AppConfig): EndpointOptions['hosts'] {
  return NODE_ENV === 'production' ? new Set([new URL(PUBLIC_URL).host, ...ALLOWED_HOSTS]) : null
}

function pageFactsOf({ PUBLIC_URL, NODE_ENV, SMTP_URL, DATA_DIR }: AppConfig): PageFacts {
  const isLocal = NODE_ENV !== 'production' && SMTP_URL === undefined
  return {
    restUrl: PUBLIC_URL + restBasePath,
    agentsUrl: PUBLIC_URL + mcpPath,
    connectUrl: PUBLIC_URL + connectPath,
    mailFolder: isLocal ? mailFolderOf(DATA_DIR) : null,
    countries: countryCodes,
    languages: languageTags,
  }
}
