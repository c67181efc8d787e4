import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type Files = Record<string, string>

const packages = [
  'zod',
  'undici',
  'express',
  'http-proxy-middleware',
  'nats',
  'nodemailer',
  '@opentelemetry/api',
  'pg',
  'pino',
  '@prisma/client',
  'better-auth',
  'some-sdk',
  'htmlparser2',
]
const folders = [
  'packages/shared',
  'packages/local',
  'packages/sandbox',
  'packages/outside',
  'packages/client',
  'packages/cli',
  'services/alpha',
  'services/beta',
  'tests',
  'bench',
  'scripts',
]

/** Files that keep every rule and use what each layer may use: the exemptions of tests included. */
const clean: Files = {
  'packages/shared/src/errors.ts': 'export class AppError {}',
  'packages/shared/src/plans.ts': "export type Plan = 'free'",
  'packages/shared/src/clock.ts': 'export const now = 1',
  'packages/shared/src/failure.ts': "export const failureKinds = ['timeout']",
  'packages/shared/src/logger.ts': "import pino from 'pino'\nexport const logger = pino",
  'packages/shared/src/contract/table.ts':
    "import { z } from 'zod'\nimport { failureKinds } from '../failure.ts'\nimport type { Plan } from '../plans.ts'\nexport const table = [z, failureKinds]\nexport type P = Plan",
  'packages/shared/src/derive/openapi.ts': "import { table } from '../contract/table.ts'\nexport const openapi = table",
  'packages/shared/src/service/mount.ts':
    "import { openapi } from '../derive/openapi.ts'\nimport express from 'express'\nimport 'node:http'\nexport const mount = [express, openapi]",
  'packages/shared/src/traces/spans.ts': "import '@opentelemetry/api'\nexport const inSpan = 1",
  'packages/shared/src/mail/letter.ts': 'export type Letter = 1',
  'packages/shared/src/mail/mailer.ts':
    "import 'nodemailer'\nimport 'node:fs'\nimport type { Pool } from 'pg'\nexport type M = Pool",
  'packages/shared/src/collects/asker.ts': 'export const askerOf = 1',
  'packages/shared/src/collects/collects.ts': 'export const collects = 1',
  'packages/shared/src/testing/world.ts': "import '@rts/local/postgres'\nexport const world = 1",
  'packages/local/src/postgres.ts': "import process from 'node:process'\nexport const postgres = process",
  'packages/local/src/start.ts': "import '@rts/shared/errors'\nimport '@rts/sandbox/main'\nimport '@rts/alpha/config'",
  'packages/sandbox/src/main.ts': "import '@rts/shared/clock'\nimport 'express'",
  'packages/outside/src/fetch.ts':
    "import 'undici'\nimport 'zod'\nimport 'node:net'\nimport '@rts/shared/clock'\nimport '@rts/shared/failure'\nimport type { logger } from '@rts/shared/logger'\nexport type L = typeof logger",
  'packages/client/src/api.ts': 'export const calls = 1',
  'packages/client/src/client.ts': "import 'node:crypto'\nexport { calls } from './api.ts'",
  'packages/cli/src/main.ts': "import 'node:fs'\nimport '../../client/src/client.ts'",
  'services/alpha/src/generated/client.ts': 'export class PrismaClient {}',
  'services/alpha/src/main.ts':
    "import process from 'node:process'\nimport { createApp } from './app.ts'\ncreateApp(process)",
  'services/alpha/src/config.ts': "import 'zod'",
  'services/alpha/src/app.ts':
    "import './billing/billing.ts'\nimport './sites/sites.ts'\nimport './sites/config.ts'\nimport './http/proxy.ts'\nimport '@rts/shared/service/mount'\nexport const createApp = (it: unknown) => it",
  'services/alpha/src/http/proxy.ts': "import 'express'\nimport 'http-proxy-middleware'",
  'services/alpha/src/billing/billing.ts':
    "import './orders.ts'\nimport '../sites/sites.ts'\nimport '../sites/config.ts'\nimport '@rts/shared/service/mount'\nimport '@rts/shared/collects/asker'",
  'services/alpha/src/billing/orders.test.ts': "import 'pg'\nimport './orders.sql.ts'\nimport '../sites/names.ts'",
  'services/alpha/src/billing/orders.ts':
    "import './orders.sql.ts'\nimport './rules/credit.ts'\nimport './providers/till.ts'\nimport '@rts/shared/contract/table'",
  'services/alpha/src/billing/orders.sql.ts':
    "import 'pg'\nimport '../generated/client.ts'\nimport './rules/credit.ts'\nimport '../sites/sites.sql.ts'\nimport '@rts/shared/service/mount'\nimport type { table } from '@rts/shared/contract/table'\nexport type O = typeof table",
  'services/alpha/src/billing/rules/credit.ts':
    "import 'node:crypto'\nimport '@rts/shared/clock'\nimport './more.ts'\nimport '../../sites/rules/sites.ts'\nimport '../../page/page.ts'\nimport type { table } from '@rts/shared/contract/table'\nexport type C = typeof table",
  'services/alpha/src/billing/rules/more.ts': 'export const more = 1',
  'services/alpha/src/billing/providers/till.ts':
    "import 'some-sdk'\nimport '../rules/credit.ts'\nimport '../config.ts'\nimport '@rts/outside/fetch'",
  'services/alpha/src/billing/config.ts': "import 'zod'",
  'services/alpha/src/sites/sites.sql.ts': "import 'pg'",
  'services/alpha/src/sites/rules/sites.ts': 'export const sites = 1',
  'services/alpha/src/sites/sites.ts': 'export const sites = 1',
  'services/alpha/src/sites/config.ts': "import 'zod'",
  'services/alpha/src/sites/names.ts': 'export const names = 1',
  'services/alpha/src/page/page.ts': "import 'htmlparser2'\nimport './text.ts'",
  'services/alpha/src/page/text.ts': 'export const text = 1',
  'services/alpha/src/page/testing/pages.ts': "import '../../sites/names.ts'",
  'services/alpha/tests/sites.test.ts': "import '../src/app.ts'\nimport '@rts/beta/app'\nimport 'express'",
  'services/beta/src/app.ts': "import '@rts/shared/contract/table'",
  'services/beta/src/generated/client.ts': 'export class PrismaClient {}',
  'services/dashboard/src/http/page.ts': "import { pages } from '../../web/routes.ts'\nexport const page = pages",
  'services/dashboard/web/routes.ts': 'export const pages = 1',
  'services/dashboard/web/kit/button.css': '',
  'services/dashboard/web/kit/button.ts': "import 'some-sdk'\nimport './button.css'\nexport const button = 1",
  'services/dashboard/web/api/call.ts':
    "import { pages } from '../routes.ts'\nimport type { now } from '@rts/shared/clock'\nimport type { page } from '../../src/http/page.ts'\nexport const call = pages\nexport type C = [typeof page, typeof now]",
  'services/dashboard/web/routing/parents.ts': "import { call } from '../api/call.ts'\nexport const inside = call",
  'services/dashboard/web/features/billing/exports.ts': "export { Plans } from './plans.ts'",
  'services/dashboard/web/features/billing/page.ts':
    "import { pages } from '../../routes.ts'\nimport { inside } from '../../routing/parents.ts'\nexport const billingPages = [pages, inside, () => import('./plans.ts')]",
  'services/dashboard/web/features/billing/plans.ts':
    "import { call } from '../../api/call.ts'\nimport { button } from '../../kit/button.ts'\nexport const Plans = [button, call]",
  'services/dashboard/web/features/team/team.ts':
    "import { Plans } from '../billing/exports.ts'\nexport const Team = Plans",
  'services/dashboard/web/app/main.tsx':
    "import 'some-sdk'\nimport '../kit/button.css'\nimport { billingPages } from '../features/billing/page.ts'\nimport { Plans } from '../features/billing/exports.ts'\nexport const main = [billingPages, Plans]",
  'tests/end-to-end.test.ts': "import '@rts/alpha/app'\nimport '@rts/local/start'",
  'bench/main.ts': "import '@rts/alpha/billing/orders.sql'",
  'harness/load.ts': "import 'undici'",
  'scripts/generate.ts': "import '@rts/shared/derive/openapi'",
}

/** Builds a small workspace of the project's layout in `root`: links, stand-in packages, the clean files and `extra`. */
export function buildTree(root: string, extra: Files = {}): void {
  for (const folder of folders) mkdirSync(path.join(root, folder), { recursive: true })
  for (const name of packages) {
    write(root, `node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    write(root, `node_modules/${name}/index.js`, 'module.exports = {}')
  }
  mkdirSync(path.join(root, 'node_modules/@rts'))
  for (const folder of folders.filter((it) => it.includes('/'))) {
    const name = `@rts/${path.basename(folder)}`
    write(root, `${folder}/package.json`, JSON.stringify({ name, type: 'module', exports: { './*': './src/*.ts' } }))
    symlinkSync(path.join(root, folder), path.join(root, 'node_modules', name))
  }
  for (const [file, text] of Object.entries({ ...clean, ...extra })) write(root, file, `${text}\n`)
}

function write(root: string, file: string, text: string): void {
  const target = path.join(root, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, text)
}
