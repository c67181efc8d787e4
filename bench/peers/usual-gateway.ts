import { hash } from 'node:crypto'
import http from 'node:http'
import express, { type NextFunction, type Request, type Response } from 'express'
import { createProxyMiddleware, responseInterceptor } from 'http-proxy-middleware'
import pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'

// The gateway that a team would write itself from the usual packages, with the same database of keys: fixed windows instead of a
// sliding minute, no strikes, nothing given back.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
const minute = await createLimiter('minute', 30, 60)
const day = await createLimiter('day', 100_000, 86_400)
const usedBy = new WeakMap<http.IncomingMessage, number>()
const findKey = `SELECT k.id, k.account_id AS "accountId" FROM api_key k JOIN account a ON a.id = k.account_id
  WHERE k.hash = $1 AND k.revoked_at IS NULL AND a.status = 'active'`

function createLimiter(name: string, points: number, duration: number): Promise<RateLimiterPostgres> {
  return new Promise((resolve, reject) => {
    const options = { storeClient: pool, tableName: `usual_${name}`, keyPrefix: name, points, duration }
    const limiter: RateLimiterPostgres = new RateLimiterPostgres(options, (error) =>
      error ? reject(error) : resolve(limiter),
    )
  })
}

async function admit(req: Request, res: Response, next: NextFunction): Promise<void> {
  const secret = /^Bearer (\S+)$/.exec(req.headers.authorization ?? '')?.[1]
  if (!secret) return void res.status(401).json({ code: 'missing_key' })
  const values = [hash('sha256', secret, 'buffer')]
  const { rows } = await pool.query<{ id: string; accountId: string }>({ name: 'key', text: findKey, values })
  const [key] = rows
  if (!key) return void res.status(401).json({ code: 'invalid_key' })
  try {
    await minute.consume(key.id)
    usedBy.set(req, (await day.consume(key.accountId)).consumedPoints)
    next()
  } catch {
    res.status(429).json({ code: 'rate_limited' })
  }
}

const proxy = createProxyMiddleware({
  target: process.env.TARGET ?? '',
  agent: new http.Agent({ keepAlive: true, maxSockets: 64 }),
  pathRewrite: { '^/http/v1': '' },
  selfHandleResponse: true,
  on: {
    proxyRes: responseInterceptor(async (body, _answer, req) =>
      JSON.stringify({ allowance: { used: usedBy.get(req) }, ...JSON.parse(body.toString('utf8')) }),
    ),
  },
})
const app = express().disable('x-powered-by')
app.get('/ready', (_req, res) => void res.end())
app.use(admit, proxy)
app.listen(Number(process.env.PORT), '127.0.0.1')
process.once('disconnect', () => process.exit(0))
