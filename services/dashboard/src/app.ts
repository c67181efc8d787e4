import { createHash } from 'node:crypto'
import path from 'node:path'
import { questionsOf } from '@rts/outside/checks/check'
import type { Clock } from '@rts/shared/clock'
import { createSeal } from '@rts/shared/seal'
import { createServiceServer } from '@rts/shared/service/http-server'
import { mountService } from '@rts/shared/service/mount-service'
import { providerCheckHandlers } from '@rts/shared/service/provider-checks'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import type { Database } from '@rts/shared/service/transaction'
import { accountsAt, forgetSite, inNameOfPeople, whenClosed } from './accounts/accounts.ts'
import { createAdvice, deleteAdvice } from './advice/advice.ts'
import { createAlerts, deleteAlerts, watchSite } from './alerts/alerts.ts'
import { createAssistants } from './assistants/assistants.ts'
import { deleteIdleAttempts } from './attempts/attempts.ts'
import { createBilling, paymentArea, paymentProbes, showOrders } from './billing/billing.ts'
import type { AppConfig } from './config.ts'
import { createRecords } from './database.sql.ts'
import { createDoor } from './door.ts'
import { createAssetsCheck, findAsset, keepAssets } from './http/assets.sql.ts'
import type { Visit } from './http/visit.ts'
import { readWebFiles } from './http/web-files.ts'
import { createPost, createUnsubscribeRoute, inviteTokens } from './letters/letters.ts'
import { createPeople, deleteExpiredMailChanges, noteContact } from './people/people.ts'
import { createReports, deleteReportsOfAccount, deleteReportsOfSite, stopReportLetters } from './reports/reports.ts'
import { cookieNameOf, deleteExpiredSessions } from './sessions/sessions.ts'
import { createSignIn } from './sign-in/sign-in.ts'
import {
  deleteLettersOfAccount,
  deleteSiteLetters,
  siteLetterHandlers,
  stopLetters,
} from './site-letters/site-letters.ts'
import { createSites } from './sites/sites.ts'
import { createTeam } from './team/team.ts'
import { startUpkeep } from './upkeep.ts'
import {
  auditFinished,
  createWebhooks,
  deleteOfAccount,
  deleteOfSite,
  linksChanged,
  showDeliveries,
} from './webhooks/webhooks.ts'
import { addReader, startWeeklyMail } from './weekly/weekly.ts'

/** `scripts/web.ts` builds it from `web/`. */
const webFolder = path.join(import.meta.dirname, 'built')

/**
 * People: who they are, how they sign in, which accounts are theirs, what they pay for, and what their browsers ask of the other
 * services. `calendar` is the time by which plans are paid; tests pass their own.
 */
export function createApp(
  parts: ServiceParts,
  config: AppConfig,
  calendar: Clock = parts.clock,
): Promise<BuiltService> {
  const common = createCommon(parts, config)
  const signIn = createSignIn(common, config)
  const people = createPeople({ ...common, passwords: signIn.passwords })
  const team = createTeam({ ...common, sendContacts: people.sendContacts, noteContact })
  const billing = createBilling({ ...common, clock: calendar }, config)
  const advice = createAdvice(common)
  const reports = createReports(common)
  const alerts = createAlerts(common)
  const assistants = createAssistants({ ...common, overrides: config.HOST_OVERRIDES })
  const webhooks = createWebhooks({ ...common, clock: calendar }, config)
  const unsubscribe = createUnsubscribeRoute({
    ...common,
    stopReport: (reportId, recipient) => stopReportLetters(parts.pool, reportId, recipient),
    stopSiteLetters: ({ kind, personId, siteIds }) => stopLetters(parts.pool, kind, personId, siteIds),
  })
  const webFiles = readWebFiles(webFolder)
  const doorParts = {
    ...common,
    webFiles,
    findAsset: (file: string) => findAsset(common.records, file),
    routes: [...signIn.routes, team.route, reports.route],
    sessionlessRoute: (method: string, visit: Visit) =>
      unsubscribe(method, visit) ?? billing.webhookRoute(method, visit),
  }
  const keepFiles = () => keepAssets(common, webFiles.files, parts.clock.now())
  const chores = [
    keepFiles,
    ...signIn.chores,
    ...deletionsOf(parts.pool),
    ...team.chores,
    ...billing.chores,
    ...alerts.chores,
    ...webhooks.chores,
    ...reports.chores,
  ]
  return mountService('dashboard', parts, {
    handlers: {
      ...signIn.handlers,
      ...people.handlers,
      ...team.handlers,
      ...billing.handlers,
      ...advice.handlers,
      ...reports.handlers,
      ...alerts.handlers,
      ...siteLetterHandlers({
        ...common,
        watch: watchSite,
        addReader: (tx, personId) => addReader(tx, personId, calendar.now()),
      }),
      ...webhooks.handlers,
      ...assistants.handlers,
      ...providerCheckHandlers(
        'dashboard',
        [paymentArea(config)],
        questionsOf(paymentProbes(config, parts.clock), config, parts),
        null,
      ),
    },
    hears: {
      'dashboard.accounts': whenClosed(
        people.closed,
        billing.closed,
        deleteLettersOfAccount,
        deleteOfAccount,
        deleteReportsOfAccount,
      ),
      'dashboard.sites': common.sites.effect,
      'dashboard.letters': common.mail.effect,
      'dashboard.searchConsole': people.connectionBroken,
      'dashboard.audits': auditFinished,
      'dashboard.links': linksChanged,
    },
    figures: () => {
      showOrders(parts)
      showDeliveries(parts)
    },
    checks: [{ name: 'pages', required: true, check: createAssetsCheck(keepFiles) }],
    background: () => [
      startUpkeep({ chores, logger: parts.logger }),
      people.background,
      advice.background,
      ...alerts.background,
      startWeeklyMail({ ...common, clock: calendar }),
      assistants.background,
      reports.startMail(),
      ...billing.background,
      ...webhooks.start(),
      common.mail,
    ],
    server: (rows) => createServiceServer(createDoor(doorParts, config, rows)),
  })
}

/** The parts that all features share. */
function createCommon(parts: ServiceParts, config: AppConfig) {
  const { PUBLIC_URL: publicUrl, AUTH_SECRET, CALLER_KEYS } = config
  const call = createRpcClient(parts)
  const secret = AUTH_SECRET ?? secretFrom(CALLER_KEYS)
  const database = parts.pool
  const accountOf = accountsAt(call)
  return {
    ...parts,
    database,
    records: createRecords(parts.pool),
    call,
    sites: createSites({ database, call }, [
      deleteAdvice,
      deleteSiteLetters,
      deleteAlerts,
      deleteOfSite,
      forgetSite,
      deleteReportsOfSite,
    ]),
    accountOf,
    inNameOf: inNameOfPeople(database, accountOf),
    mail: createPost(parts, config),
    seal: createSeal(config.SEAL_KEYS ?? CALLER_KEYS),
    tokens: inviteTokens(createHash('sha256').update(`links ${secret}`).digest('hex')),
    cookies: { cookieName: cookieNameOf(publicUrl), secret },
    publicUrl,
  }
}

/** The default secret, derived so that it does not reveal CALLER_KEYS. */
function secretFrom(callerKeys: string): string {
  return createHash('sha256').update(`sessions ${callerKeys}`).digest('hex')
}

/** Each deletes expired rows. */
function deletionsOf(db: Database) {
  return [() => deleteIdleAttempts(db), () => deleteExpiredSessions(db), () => deleteExpiredMailChanges(db)]
}
