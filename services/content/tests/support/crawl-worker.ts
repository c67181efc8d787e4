// A replica in a process of its own, to be killed: crawls what is due.
import pg from 'pg'
import { startCrawler } from './crawling.ts'

const [, , url, hosts = '[]'] = process.argv
startCrawler(new pg.Pool({ connectionString: url, max: 5 }), new Map(JSON.parse(hosts)), { perSecond: 15 })
