import { all, textOf } from '@rts/local/testing/sql-syntax'
import { parsePlPgSQL } from 'libpg-query'
import type { Pool } from 'pg'

/** A statement of a function in the schema of history. */
type FunctionStatement = { name: string; text: string }

/** The statements of our functions in SQL and PL/pgSQL; what a function puts together at run time is not among them. */
export async function functionStatements(pool: Pool): Promise<FunctionStatement[]> {
  const { rows } = await pool.query<{ name: string; language: string; body: string; definition: string }>(
    `SELECT p.oid::regprocedure::text AS name, l.lanname AS language, p.prosrc AS body, pg_get_functiondef(p.oid) AS definition
     FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname IN ('public', 'ranks') AND p.prokind = 'f' AND l.lanname IN ('sql', 'plpgsql') ORDER BY 1`,
  )
  const found = await Promise.all(
    rows.map(async ({ name, language, body, definition }) => {
      const texts = language === 'sql' ? [body] : await expressionsOf(definition)
      return texts.filter((text) => text.trim() !== '').map((text) => ({ name, text }))
    }),
  )
  return found.flat()
}

/** The statements of a PL/pgSQL function, without its plain expressions, which begin with none of these words. */
async function expressionsOf(definition: string): Promise<string[]> {
  const parsed = await parsePlPgSQL(definition)
  const queries = [...all(parsed, 'PLpgSQL_expr')].map((expression) => textOf(expression, 'query'))
  return queries.filter((query) => /^\s*(select|insert|update|delete|with|merge|alter)\b/i.test(query))
}

/** How volatile the functions of each name are at worst. */
export async function readVolatility(pool: Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string; worst: string }>(
    // 'i' < 's' < 'v'.
    'SELECT proname AS name, max(provolatile::text) AS worst FROM pg_proc GROUP BY 1',
  )
  return new Map(rows.map(({ name, worst }) => [name, worst]))
}
