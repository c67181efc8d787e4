// A replica in a process of its own, to be killed while it writes.
import pg from 'pg'
import { startWriters } from './writing.ts'

const [, , url] = process.argv
startWriters(new pg.Pool({ connectionString: url, max: 5 }), () => new Promise(() => {}))
