import path from 'node:path'
import { questionsOf } from '@rts/outside/checks/check'
import type { Clock } from '@rts/shared/clock'
import { createServiceServer } from '@rts/shared/service/http-server'
import { mountService } from '@rts/shared/service/mount-service'
import { providerCheckHandlers } from '@rts/shared/service/provider-checks'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import { forgetSite, whenClosed } from './accounts/accounts.ts'
import { createAdvice, deleteAdvice } from './advice/advice.ts'
import { createAlerts, deleteAlerts, watchSite } from './alerts/alerts.ts'
import { createAssistants } from './assistants/assistants.ts'
import { deleteIdleAttempts } from './attempts/attempts.ts'
import { createBilling, paymentArea, paymentProbes, showOrders } from './billing/billing.ts'
import type { AppConfig } from './config.ts'
import { createDoor } from './door.ts'
import { createAssetsCheck, findAsset, keepAssets } from './http/assets.sql.ts'
import type { Visit } from './http/visit.ts'
import { readWebFiles } from './http/web-files.ts'
import { createUnsubscribeRoute, tryLetterHandlers } from './letters/letters.ts'
import { createParts } from './parts.ts'
import { createPeople, deleteExpiredMailChanges, noteContact } from './people/people.ts'
import {
  createReports,
  deleteRecipients,
  deleteReportsOfAccount,
  deleteReportsOfSite,
  stopReportLetters,
  storeAnswer,
} from './reports/reports.ts'
import { deleteExpiredSessions } from './sessions/sessions.ts'
import { createSignIn } from './sign-in/sign-in.ts'
import {
  deleteLettersOfAccount,
  deleteSiteLetters,
  siteLetterHandlers,
  stopLetters,
} from './site-letters/site-letters.ts'
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
import { addRecipient, startWeeklyMail } from './weekly/weekly.ts'

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
  const common = createParts(parts, config, [
    deleteAdvice,
    deleteSiteLetters,
    deleteAlerts,
    deleteOfSite,
    forgetSite,
    deleteReportsOfSite,
  ])
  const { database, records, call, sites, accountOf, inNameOf, mail } = common
  const { tokens, seal, cookies, publicUrl, clock, logger, registry, calls } = common
  const signIn = createSignIn(common)
  const people = createPeople({ database, records, call, passwords: signIn.passwords, mail, publicUrl, logger })
  const { sendContacts } = people
  const team = createTeam({ database, call, accountOf, sendContacts, noteContact, mail, tokens, publicUrl, clock })
  const sold = { database, accountOf, mail, tokens, clock: calendar, logger, registry, calls }
  const billing = createBilling(sold, config)
  const advice = createAdvice({ database, records, call, sites, inNameOf, clock, logger })
  const reports = createReports({ database, call, sites, accountOf, mail, tokens, seal, publicUrl, clock, logger })
  const alerts = createAlerts({ database, call, sites, inNameOf, mail, tokens, publicUrl, clock, logger })
  const week = { database, call, inNameOf, mail, tokens, publicUrl, clock: calendar, logger }
  const assistants = createAssistants({ database, call, publicUrl, overrides: config.HOST_OVERRIDES })
  const sent = { database, call, sites, mail, publicUrl, clock: calendar, logger, registry }
  const webhooks = createWebhooks(sent, config)
  const unsubscribe = createUnsubscribeRoute({
    database,
    tokens,
    stopReport: (reportId, recipient) => stopReportLetters(database, reportId, recipient),
    answerReports: ({ accountId, recipient }, answer) => storeAnswer(database, accountId, recipient, answer),
    stopSiteLetters: ({ kind, personId, siteIds }) => stopLetters(database, kind, personId, siteIds),
  })
  const webFiles = readWebFiles(webFolder)
  const doorParts = {
    database,
    call,
    accountOf,
    cookies,
    clock,
    logger,
    verify: parts.verify,
    webFiles,
    findAsset: (file: string) => findAsset(records, file),
    routes: [...signIn.routes, team.route, reports.route],
    sessionlessRoute: (method: string, visit: Visit) =>
      unsubscribe(method, visit) ?? billing.webhookRoute(method, visit),
  }
  const keepFiles = () => keepAssets({ pool: database, records }, webFiles.files, clock.now())
  const chores = [
    keepFiles,
    ...signIn.chores,
    () => deleteIdleAttempts(database),
    () => deleteExpiredSessions(database),
    () => deleteExpiredMailChanges(database),
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
      ...tryLetterHandlers(config, clock),
      ...team.handlers,
      ...billing.handlers,
      ...advice.handlers,
      ...reports.handlers,
      ...alerts.handlers,
      ...siteLetterHandlers({
        database,
        sites,
        watch: watchSite,
        addRecipient: (tx, personId) => addRecipient(tx, personId, calendar.now()),
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
        deleteRecipients,
      ),
      'dashboard.sites': sites.effect,
      'dashboard.letters': mail.effect,
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
      startUpkeep({ chores, logger }),
      people.background,
      ...advice.background,
      ...alerts.background,
      startWeeklyMail(week),
      assistants.background,
      reports.startMail(),
      ...billing.background,
      ...webhooks.start(),
      mail,
    ],
    server: (rows) => createServiceServer(createDoor(doorParts, config, rows)),
  })
}
