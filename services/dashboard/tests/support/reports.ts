import { reportParts } from '@rts/shared/contract/rows/report'
import { createLogger } from '@rts/shared/logger'
import { createSeal } from '@rts/shared/seal'
import { natsOptions } from '@rts/shared/service/broker'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import { signerOf, testSecrets } from '@rts/shared/testing/secrets'
import { connect } from 'nats'
import { accountsAt } from '../../src/accounts/accounts.ts'
import { createPost, inviteTokens } from '../../src/letters/letters.ts'
import { createReports } from '../../src/reports/reports.ts'
import { createSites } from '../../src/sites/sites.ts'
import type { AdviceWorld } from './advice.ts'
import type { Browser } from './browser.ts'
import { linkKey, type TestMember } from './team.ts'

/** All that a person says of a new report; what a test does not name is usual. */
export function newReport(more: object = {}) {
  const usual = {
    title: 'Coffee in autumn',
    shownName: null,
    language: 'en',
    period: 'days28',
    from: null,
    until: null,
  }
  return { ...usual, parts: reportParts, endsOn: null, timeZone: 'Asia/Jakarta', recipients: [], ...more }
}

/** Shares a site; answers the report with the token of its link. */
export async function shareSite(owner: TestMember, siteId: string, more: object = {}) {
  const { body } = await owner.op('reports.create', { params: { id: siteId }, body: newReport(more) })
  const token = String(body.report.url).split('#')[1] ?? ''
  const params = { id: siteId, reportId: String(body.report.id) }
  return {
    report: body.report,
    token,
    params,
    now: async () => (await owner.op('reports.get', { params })).body.report,
  }
}

/** Opens the link of a report, as its page does. */
export const look = (reader: Browser, token: string, language = 'en') =>
  reader.post('/api/report/look', { token, language })

/** The monthly letters as another replica of the dashboard writes them, whenever the test says so. */
export async function connectReplica({ broker, database }: AdviceWorld, sealKeys = testSecrets.SEAL_KEYS) {
  const clock = { now: () => new Date() }
  const nats = await connect(natsOptions(broker.natsUrl, 'dashboard'))
  const call = createRpcClient({ nats, sign: signerOf('dashboard') })
  const logger = createLogger('dashboard', 'silent')
  const { pool } = database
  const publicUrl = 'http://ranks.example'
  const config = {
    PUBLIC_URL: publicUrl,
    ...testSecrets,
    DATA_DIR: '/nowhere',
    MAIL_FROM: 'a@b.example',
  }
  const parts = { pool, database: pool, clock, logger, call, publicUrl, accountOf: accountsAt(call) }
  const reports = createReports({
    ...parts,
    sites: createSites(parts, []),
    mail: createPost(parts, config),
    tokens: inviteTokens(linkKey),
    seal: createSeal(sealKeys),
  })
  return {
    writeLetters: async () => {
      let isMore = true
      while (isMore) isMore = await reports.mailNext()
    },
    sealAgain: async () => {
      for (const chore of reports.chores) await chore()
    },
    close: () => nats.close(),
  }
}
