import pg from 'pg'
import { moveBlocks } from '../../src/rank-checks/moves.sql.ts'
import { movePages } from '../../src/rank-checks/moves.ts'

/** Moves positions or pages of the database at the given address block by block, until it is killed or has nothing to move. */
const [what, connectionString] = process.argv.slice(2)
const db = new pg.Pool({ connectionString })
const move = what === 'pages' ? movePages : moveBlocks
const day = 86_400_000
while (await move(db, new Date(Date.now() + 2 * day), 1)) {}
await db.end()
