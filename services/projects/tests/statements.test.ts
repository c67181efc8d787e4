import { schemaDrift } from '@rts/local/prisma/drift'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { statementDifferences } from '@rts/local/testing/statements'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'projects')
})
afterAll(() => database.drop())

it('Postgres takes every statement of the service and answers the columns that it declares', async () => {
  expect(await statementDifferences('projects', database.pool)).toEqual({})
})

it('the migrations make exactly the schema', async () => {
  expect(await schemaDrift('services/projects', database.url)).toBe('')
})

it('a transaction plans each statement once where it is asked to, and the next one on its connection as usual', async () => {
  const mode = (plansOnce: boolean) =>
    inTransaction(database.pool, async (tx) => (await tx.query('SHOW plan_cache_mode')).rows, { plansOnce })
  expect(await mode(true)).toEqual([{ plan_cache_mode: 'force_generic_plan' }])
  expect(await mode(false)).toEqual([{ plan_cache_mode: 'auto' }])
})
