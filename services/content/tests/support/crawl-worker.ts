// A replica in a process of its own, to be killed: crawls what is due.
import pg from 'pg'
import { startCrawler } from './crawling.ts'

const [, , url, hosts = '[]', settings = '{}', places = '2'] = process.argv
const pool = new pg.Pool({ connectionString: url, max: 5 })
startCrawler(pool, new Map(JSON.parse(hosts)), { perSecond: 15, ...JSON.parse(settings) }, Number(places))
