import { int, json, text, texts, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { differencesOf, statementDifferences } from './statements.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'content')
  await database.pool.query(
    `CREATE TABLE shelf (id text NOT NULL, made_at timestamptz, tags text[] NOT NULL, form jsonb NOT NULL)`,
  )
})
afterAll(() => database.drop())

it.each([
  [
    'agrees',
    query(
      { id: text, madeAt: time.orNull, tags: texts, form: json },
      'SELECT id, made_at AS "madeAt", tags, form FROM shelf',
    ),
    [],
  ],
  [
    'agrees where its condition excludes null',
    query({ madeAt: time.filled }, 'SELECT made_at AS "madeAt" FROM shelf WHERE made_at IS NOT NULL'),
    [],
  ],
  ['answers nothing', statement('UPDATE shelf SET id = $1'), []],
  ['declares too little', query({ id: text }, 'SELECT id, tags FROM shelf'), ['tags is answered and not declared']],
  [
    'declares too much',
    query({ id: text, tags: texts }, 'SELECT id FROM shelf'),
    ['tags is declared and not answered'],
  ],
  ['declares another type', query({ id: int }, 'SELECT id FROM shelf'), ['id is text, declared int']],
  ['forgets null', query({ made_at: time }, 'SELECT made_at FROM shelf'), ['made_at may be null, declared without']],
  [
    'excludes null that the table excludes',
    query({ id: text.filled }, 'SELECT id FROM shelf'),
    ['id is never null: "filled" says nothing'],
  ],
  [
    'names an unknown column',
    statement('UPDATE shelf SET colour = $1'),
    ['Postgres refuses it: column "colour" of relation "shelf" does not exist'],
  ],
])('a statement that %s', async (_, planted, differences) => {
  expect(await differencesOf(database.pool, planted)).toEqual(differences)
})

it('Postgres takes every statement of the kit and answers the columns that it declares', async () => {
  expect(await statementDifferences('kit', database.pool)).toEqual({})
})
