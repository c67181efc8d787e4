import { schemaDrift } from '@rts/local/prisma/drift'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { statementDifferences } from '@rts/local/testing/statements'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'content')
})
afterAll(() => database.drop())

it('Postgres takes every statement of the service and answers the columns that it declares', async () => {
  expect(await statementDifferences('content', database.pool)).toEqual({})
})

it('the migrations make exactly the schema', async () => {
  expect(await schemaDrift('services/content', database.url)).toBe('')
})
