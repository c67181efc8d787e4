import pg from 'pg'
import { endStep } from '../../src/ending/deletion.ts'

/** Deletes what has ended in the database at the given address, a keyword a step, until it is killed or has nothing to delete. */
const db = new pg.Pool({ connectionString: process.argv[2] })
while (await endStep(db, new Date(), 0)) {}
await db.end()
