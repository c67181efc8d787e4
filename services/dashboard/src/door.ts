import type { RequestListener } from 'node:http'
import { callerHeader } from '@rts/shared/contract/caller'
import { connectPath, mcpPath, restBasePath } from '@rts/shared/contract/doors'
import { countryCodes, languageTags } from '@rts/shared/contract/locale'
import { readPlans } from '@rts/shared/plans'
import { release } from '@rts/shared/service/build-info'
import { claimedKind } from '@rts/shared/service/caller-signature'
import { headerOf } from '@rts/shared/service/http-server'
import type { AppConfig } from './config.ts'
import { createEndpoint, type EndpointOptions } from './http/endpoint.ts'
import { createGoogleRoute, type GoogleRouteOptions } from './http/google-route.ts'
import { createOperationRoute } from './http/operation-route.ts'
import { createPageRoute, createReferenceRoute, type PageFacts } from './http/page-route.ts'
import { createOfflineRoute } from './http/plain-page.ts'
import type { WebFile, WebFiles } from './http/web-files.ts'
import { mailFolderOf } from './letters/letters.ts'

type DoorOptions = Pick<EndpointOptions, 'routes' | 'sessionlessRoute' | 'verify' | 'clock'> &
  GoogleRouteOptions & { webFiles: WebFiles; findAsset: (path: string) => Promise<WebFile | undefined> }

/**
 * The pages and the browsers' API behind them, and the addresses of mails, payment providers and Google. Calls of the server API go to
 * `operations`. Each verifies what it gets.
 */
export function createDoor(options: DoorOptions, config: AppConfig, operations: RequestListener): RequestListener {
  const facts = pageFactsOf(config)
  const installed = {
    server: facts.restUrl,
    plans: readPlans(config.PLANS_FILE),
    version: release().version,
    contact: config.SUPPORT_EMAIL,
  }
  const reference = createReferenceRoute(installed, options.webFiles)
  const offline = createOfflineRoute(options.webFiles.worker)
  const pageOf = createPageRoute(options.webFiles, facts, options.findAsset)
  const endpoint = createEndpoint({
    ...options,
    routes: [...options.routes, createOperationRoute(options)],
    returnRoute: createGoogleRoute(options),
    page: (visit) => reference(visit) ?? offline(visit) ?? pageOf(visit),
    hosts: hostsOf(config),
    publicUrl: config.PUBLIC_URL,
  })
  return (req, res) => (claimedKind(headerOf(req, callerHeader)) === 'account' ? operations : endpoint)(req, res)
}

function hostsOf({ NODE_ENV, PUBLIC_URL, ALLOWED_HOSTS }: AppConfig): EndpointOptions['hosts'] {
  return NODE_ENV === 'production' ? new Set([new URL(PUBLIC_URL).host, ...ALLOWED_HOSTS]) : null
}

function pageFactsOf({ PUBLIC_URL, NODE_ENV, SMTP_URL, DATA_DIR, SANDBOX, SIGNUP }: AppConfig): PageFacts {
  const isLocal = NODE_ENV !== 'production' && SMTP_URL === undefined
  return {
    restUrl: PUBLIC_URL + restBasePath,
    agentsUrl: PUBLIC_URL + mcpPath,
    connectUrl: PUBLIC_URL + connectPath,
    mailFolder: isLocal ? mailFolderOf(DATA_DIR) : null,
    signUp: SIGNUP,
    isSandboxed: SANDBOX,
    countries: countryCodes,
    languages: languageTags,
  }
}
