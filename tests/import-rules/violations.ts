import type { Files } from './tree.ts'

type Violation = { rule: string; file: string; text: string; besides?: Files }

/** At least one break of every rule, each in a file of its own that is reported under the rule's name. */
export const violations: Violation[] = [
  { rule: 'contract-imports', file: 'packages/shared/src/contract/x1.ts', text: "import '../clock.ts'" },
  { rule: 'contract-imports', file: 'packages/shared/src/contract/x2.ts', text: "import type { Pool } from 'pg'" },
  { rule: 'derive-imports', file: 'packages/shared/src/derive/x1.ts', text: "import 'node:fs'" },
  { rule: 'derive-imports', file: 'packages/shared/src/derive/x2.ts', text: "import '../service/mount.ts'" },
  { rule: 'shared-service-packages', file: 'packages/shared/src/service/x1.ts', text: "import 'some-sdk'" },
  { rule: 'shared-service-packages', file: 'packages/shared/src/collects/x1.ts', text: "import 'undici'" },
  { rule: 'shared-service-packages', file: 'packages/shared/src/facts/x1.ts', text: "import '@prisma/client'" },
  { rule: 'shared-service-packages', file: 'packages/shared/src/loops/x1.ts', text: "import 'undici'" },
  { rule: 'shared-imports-no-service', file: 'packages/shared/src/service/x2.ts', text: "import '@rts/alpha/config'" },
  { rule: 'shared-imports-no-service', file: 'packages/shared/src/x.ts', text: "import '@rts/local/postgres'" },
  { rule: 'shared-imports-no-service', file: 'packages/shared/src/x2.ts', text: "import '@rts/outside/fetch'" },
  {
    rule: 'shared-testing-imports-no-service',
    file: 'packages/shared/src/testing/x.ts',
    text: "import '@rts/alpha/app'",
  },
  { rule: 'outside-imports', file: 'packages/outside/src/x1.ts', text: "import '@rts/alpha/config'" },
  { rule: 'outside-imports', file: 'packages/outside/src/x2.ts', text: "import 'pg'" },
  { rule: 'outside-imports', file: 'packages/outside/src/x3.ts', text: "import 'nats'" },
  { rule: 'outside-imports', file: 'packages/outside/src/x4.ts', text: "import '@rts/shared/service/mount'" },
  { rule: 'only-outside-imports-undici', file: 'services/alpha/src/providers/x4.ts', text: "import 'undici'" },
  { rule: 'only-outside-imports-undici', file: 'packages/shared/src/service/x3.ts', text: "import 'undici'" },
  { rule: 'services-stay-apart', file: 'services/alpha/src/x1.ts', text: "import '@rts/beta/app'" },
  { rule: 'services-stay-apart', file: 'services/alpha/src/http/x1.ts', text: "import '../../../beta/src/app.ts'" },
  {
    rule: 'services-stay-apart',
    file: 'services/gamma/src/app.ts',
    text: "import type { A } from '@rts/alpha/config'",
  },
  { rule: 'services-stay-apart', file: 'services/gamma/src/main.ts', text: "await import('@rts/beta/app')" },
  { rule: 'foreign-prisma-client', file: 'services/alpha/src/data/x1.ts', text: "import '@rts/beta/generated/client'" },
  {
    rule: 'foreign-prisma-client',
    file: 'services/alpha/tests/x.test.ts',
    text: "import '@rts/beta/generated/client'",
  },
  { rule: 'prisma-client-stays-home', file: 'tests/x.test.ts', text: "import '@rts/alpha/generated/client'" },
  { rule: 'prisma-client-stays-home', file: 'packages/local/src/x1.ts', text: "import '@rts/alpha/generated/client'" },
  { rule: 'only-data-imports-the-database', file: 'services/alpha/src/http/x2.ts', text: "import 'pg'" },
  {
    rule: 'only-data-imports-the-database',
    file: 'services/alpha/src/http/x3.ts',
    text: "import '../generated/client.ts'",
  },
  {
    rule: 'only-data-imports-the-database',
    file: 'services/alpha/src/providers/x1.ts',
    text: "import '@prisma/client'",
  },
  { rule: 'handlers-imports', file: 'services/alpha/src/handlers/x1.ts', text: "import '../data/store.ts'" },
  { rule: 'handlers-imports', file: 'services/alpha/src/handlers/x2.ts', text: "import 'express'" },
  { rule: 'handlers-imports', file: 'services/alpha/src/handlers/x3.ts', text: "import 'nats'" },
  {
    rule: 'handlers-imports',
    file: 'services/alpha/src/handlers/x6.ts',
    text: "import '@rts/shared/collects/collects'",
  },
  {
    rule: 'handlers-imports',
    file: 'services/alpha/src/handlers/x4.ts',
    text: "import type { Store } from '../data/store.ts'\nimport { store } from '../data/store.ts'",
  },
  { rule: 'handlers-imports-types', file: 'services/alpha/src/handlers/x5.ts', text: "import type { Pool } from 'pg'" },
  { rule: 'jobs-imports', file: 'services/alpha/src/jobs/x1.ts', text: "import '../data/store.ts'" },
  { rule: 'jobs-imports', file: 'services/alpha/src/jobs/x2.ts', text: "import 'pg'" },
  { rule: 'jobs-imports-types', file: 'services/alpha/src/jobs/x3.ts', text: "import type { Request } from 'express'" },
  { rule: 'kinds-imports', file: 'services/alpha/src/kinds/x1.ts', text: "import '../data/store.ts'" },
  { rule: 'kinds-imports', file: 'services/alpha/src/kinds/x2.ts', text: "import '@rts/shared/service/mount'" },
  {
    rule: 'kinds-imports-types',
    file: 'services/alpha/src/kinds/x3.ts',
    text: "import type { H } from '../handlers/sites.ts'",
  },
  { rule: 'checks-imports', file: 'services/alpha/src/checks/x1.ts', text: "import '../data/store.ts'" },
  { rule: 'checks-imports', file: 'services/alpha/src/page/x1.ts', text: "import 'node:https'" },
  { rule: 'checks-imports', file: 'services/alpha/src/crawl/x1.ts', text: "import '../handlers/sites.ts'" },
  { rule: 'checks-imports', file: 'services/alpha/src/ideas/x1.ts', text: "import '../kinds/ideas.ts'" },
  {
    rule: 'domain-imports',
    file: 'services/alpha/src/domain/x1.ts',
    text: "import { table } from '@rts/shared/contract/table'",
  },
  { rule: 'domain-imports', file: 'services/alpha/src/domain/x2.ts', text: "import 'node:fs'" },
  {
    rule: 'domain-imports-types',
    file: 'services/alpha/src/domain/x3.ts',
    text: "import type { S } from '../data/store.ts'",
  },
  { rule: 'data-imports', file: 'services/alpha/src/data/x2.ts', text: "import '../handlers/sites.ts'" },
  { rule: 'data-imports', file: 'services/alpha/src/data/x3.ts', text: "import 'nats'" },
  {
    rule: 'data-imports',
    file: 'services/alpha/src/data/x4.ts',
    text: "import { table } from '@rts/shared/contract/table'",
  },
  {
    rule: 'data-imports-types',
    file: 'services/alpha/src/data/x5.ts',
    text: "import type { S } from '../providers/serp.ts'",
  },
  { rule: 'doors-stay-apart', file: 'services/alpha/src/http/rest/x1.ts', text: "import '../proxy.ts'" },
  { rule: 'doors-stay-apart', file: 'services/alpha/src/http/dashboard/x1.ts', text: "import '../proxy.ts'" },
  { rule: 'providers-imports', file: 'services/alpha/src/providers/x2.ts', text: "import '../data/store.ts'" },
  {
    rule: 'providers-imports',
    file: 'services/alpha/src/providers/x3.ts',
    text: "import type { H } from '../handlers/sites.ts'",
  },
  {
    rule: 'sandbox-imports-shared-only',
    file: 'packages/sandbox/src/x1.ts',
    text: "import '@rts/alpha/providers/serp'",
  },
  { rule: 'sandbox-imports-shared-only', file: 'packages/sandbox/src/x2.ts', text: "import '@rts/outside/fetch'" },
  { rule: 'local-spawns-services', file: 'packages/local/src/x2.ts', text: "import '@rts/alpha/main'" },
  { rule: 'local-spawns-services', file: 'packages/local/src/x3.ts', text: "await import('@rts/alpha/app')" },
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
  { rule: 'no-unresolvable', file: 'services/alpha/src/x2.ts', text: "import '@rts/shared/missing'" },
  { rule: 'no-imported-process', file: 'services/alpha/src/x3.ts', text: "import { env } from 'node:process'" },
]

/** The files of all violations, by path. */
export function violatingFiles(): Files {
  return Object.assign({}, ...violations.map(({ file, text, besides }) => ({ [file]: text, ...besides })))
}
