import type { Files } from './tree.ts'

/** `reported`: the folder that a rule about folders reports; `besides`: what the planted file needs. */
type Violation = { rule: string; file: string; text: string; reported?: string; besides?: Files }

/** Forbidden imports by rule, in files of their own: a rule reports each of them. */
const planted: [rule: string, file: string, text: string][] = [
  ['contract-imports', 'packages/shared/src/contract/x1.ts', "import '../clock.ts'; import type { Pool } from 'pg'"],
  ['derive-imports', 'packages/shared/src/derive/x1.ts', "import 'node:fs'; import '../service/mount.ts'"],
  ['shared-service-packages', 'packages/shared/src/service/x1.ts', "import 'some-sdk'"],
  ['shared-service-packages', 'packages/shared/src/collects/x1.ts', "import 'undici'"],
  ['shared-service-packages', 'packages/shared/src/facts/x1.ts', "import '@prisma/client'"],
  ['shared-service-packages', 'packages/shared/src/loops/x1.ts', "import 'undici'"],
  ['only-mail-imports-nodemailer', 'services/alpha/src/billing/x6.ts', "import 'nodemailer'"],
  ['only-mail-imports-nodemailer', 'packages/shared/src/service/x4.ts', "import 'nodemailer'"],
  ['only-traces-imports-opentelemetry', 'services/alpha/src/billing/x7.ts', "import '@opentelemetry/api'"],
  ['mail-imports', 'packages/shared/src/mail/x1.ts', "import '../service/mount.ts'"],
  ['mail-imports-types', 'packages/shared/src/mail/x2.ts', "import type { N } from 'nats'"],
  ['shared-imports-no-service', 'packages/shared/src/service/x2.ts', "import '@rts/alpha/config'"],
  [
    'shared-imports-no-service',
    'packages/shared/src/x.ts',
    "import '@rts/local/postgres'; import '@rts/outside/fetch'",
  ],
  ['shared-testing-imports-no-service', 'packages/shared/src/testing/x.ts', "import '@rts/alpha/app'"],
  [
    'outside-imports',
    'packages/outside/src/x1.ts',
    "import '@rts/alpha/config'; import 'pg'; import 'nats'; import '@rts/shared/service/mount'",
  ],
  ['only-outside-imports-undici', 'services/alpha/src/billing/providers/x4.ts', "import 'undici'"],
  ['only-outside-imports-undici', 'packages/shared/src/service/x3.ts', "import 'undici'"],
  [
    'client-imports',
    'packages/client/src/x1.ts',
    "import type { A } from '@rts/shared/errors'; import 'node:timers/promises'",
  ],
  ['cli-imports', 'packages/cli/src/x1.ts', "import type { A } from '@rts/shared/errors'"],
  ['cli-imports-the-client-whole', 'packages/cli/src/x2.ts', "import '../../client/src/api.ts'"],
  ['services-stay-apart', 'services/alpha/src/x1.ts', "import '@rts/beta/app'"],
  ['services-stay-apart', 'services/alpha/src/http/x1.ts', "import '../../../beta/src/app.ts'"],
  ['services-stay-apart', 'services/gamma/src/app.ts', "import type { A } from '@rts/alpha/config'"],
  ['services-stay-apart', 'services/gamma/src/main.ts', "await import('@rts/beta/app')"],
  ['foreign-prisma-client', 'services/alpha/src/billing/x7.sql.ts', "import '@rts/beta/generated/client'"],
  ['foreign-prisma-client', 'services/alpha/tests/x.test.ts', "import '@rts/beta/generated/client'"],
  ['prisma-client-stays-home', 'tests/x.test.ts', "import '@rts/alpha/generated/client'"],
  ['prisma-client-stays-home', 'packages/local/src/x1.ts', "import '@rts/alpha/generated/client'"],
  ['only-sql-imports-the-database', 'services/alpha/src/http/x2.ts', "import 'pg'; import '../generated/client.ts'"],
  ['only-sql-imports-the-database', 'services/alpha/src/billing/providers/x6.ts', "import '@prisma/client'"],
  ['only-sql-imports-the-database', 'services/alpha/src/billing/x1.ts', "import type { Pool } from 'pg'"],
  [
    'sql-imports',
    'services/alpha/src/billing/x2.sql.ts',
    "import './orders.ts'; import '@rts/shared/contract/table'; import 'nats'",
  ],
  ['rules-imports', 'services/alpha/src/billing/rules/x1.ts', "import '../orders.sql.ts'; import 'node:fs'"],
  ['rules-imports', 'services/alpha/src/page/x2.ts', "import '../sites/sites.ts'"],
  ['rules-imports-types', 'services/alpha/src/billing/rules/x3.ts', "import type { O } from '../orders.ts'"],
  ['features-have-one-door', 'services/alpha/src/billing/x5.ts', "import '../sites/names.ts'"],
  ['features-know-no-transport', 'services/alpha/src/billing/x8.ts', "import 'express'; import 'nats'"],
  ['services-wire-features', 'services/alpha/src/x5.ts', "import './sites/names.ts'"],
  [
    'providers-imports',
    'services/alpha/src/billing/providers/x1.ts',
    "import '../orders.sql.ts'; import type { O } from '../orders.ts'",
  ],
  ['pages-imports', 'services/dashboard/web/features/team/x1.ts', "import '../../../src/http/page.ts'"],
  ['pages-imports', 'services/dashboard/web/api/x2.ts', "import '@rts/shared/clock'"],
  ['pages-imports', 'services/dashboard/web/app/x3.ts', "import 'node:fs'"],
  ['texts-imports', 'services/dashboard/texts/x1.ts', "import '../web/routes.ts'"],
  ['texts-imports-types', 'services/dashboard/texts/x2.ts', "import type { pages } from '../web/routes.ts'"],
  ['pages-stay-apart', 'services/dashboard/src/http/x1.ts', "import '../../web/kit/button.ts'"],
  ['styles-in-one-place', 'services/dashboard/web/features/team/x4.ts', "import '../../kit/button.css'"],
  [
    'kit-imports',
    'services/dashboard/web/kit/x5.ts',
    "import type { now } from '@rts/shared/clock'; import '../api/call.ts'; import '../routes.ts'",
  ],
  ['api-imports', 'services/dashboard/web/api/x8.ts', "import '../kit/button.ts'"],
  ['page-features-have-one-door', 'services/dashboard/web/features/team/x9.ts', "import '../billing/plans.ts'"],
  ['page-features-know-no-app', 'services/dashboard/web/features/team/x10.ts', "import '../../app/main.tsx'"],
  ['app-wires-page-features', 'services/dashboard/web/app/x12.ts', "import '../features/billing/plans.ts'"],
  ['reading-opens-nothing', 'services/alpha/src/page/x1.ts', "import 'node:https'"],
  ['reading-opens-nothing', 'services/alpha/src/crawl/x1.ts', "import 'node:net'"],
  ['reading-opens-nothing', 'services/alpha/src/structured-data/x1.ts', "import 'express'"],
  ['doors-stay-apart', 'services/alpha/src/http/rest/x1.ts', "import '../proxy.ts'"],
  ['doors-stay-apart', 'services/alpha/src/http/dashboard/x1.ts', "import '../proxy.ts'"],
  ['only-auth-imports-its-library', 'services/alpha/src/http/x9.ts', "import 'better-auth'"],
  [
    'sandbox-imports-shared-only',
    'packages/sandbox/src/x1.ts',
    "import '@rts/alpha/billing/providers/till'; import '@rts/outside/fetch'",
  ],
  ['local-spawns-services', 'packages/local/src/x2.ts', "import '@rts/alpha/main'"],
  ['local-spawns-services', 'packages/local/src/x3.ts', "await import('@rts/alpha/app')"],
  ['no-unresolvable', 'services/alpha/src/x2.ts', "import '@rts/shared/missing'"],
  ['no-imported-process', 'services/alpha/src/x3.ts', "import { env } from 'node:process'"],
]

export const violations: Violation[] = [
  ...planted.map(([rule, file, text]) => ({ rule, file, text })),
  {
    rule: 'page-features-make-no-circle',
    file: 'services/dashboard/web/features/notes/x13.ts',
    reported: 'services/dashboard/web/features/notes',
    text: "import '../ranks/exports.ts'",
    besides: {
      'services/dashboard/web/features/notes/exports.ts': 'export const notes = 1',
      'services/dashboard/web/features/ranks/exports.ts': "export { notes } from '../notes/exports.ts'",
    },
  },
  {
    rule: 'results-have-real-addresses',
    file: 'services/alpha/src/billing/providers/x5.ts',
    text: "import '@rts/shared/hosts'",
    besides: { 'packages/shared/src/hosts.ts': 'export const hostOfUrl = 1' },
  },
  {
    rule: 'no-root-barrel',
    file: 'packages/local/src/x4.ts',
    text: "import '@rts/sandbox/index'",
    besides: { 'packages/sandbox/src/index.ts': "export * from './main.ts'" },
  },
  {
    rule: 'no-circular',
    file: 'services/alpha/src/http/x4.ts',
    text: "import './x5.ts'",
    besides: { 'services/alpha/src/http/x5.ts': "import './x4.ts'" },
  },
]

/** The files of all violations, by path. */
export function violatingFiles(): Files {
  return Object.assign({}, ...violations.map(({ file, text, besides }) => ({ [file]: text, ...besides })))
}
