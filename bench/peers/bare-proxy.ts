import http from 'node:http'
import express from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'

// The same libraries without our code: the cost of a plain proxy.
const app = express()
app.disable('x-powered-by')
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
app.use(createProxyMiddleware({ target: process.env.TARGET ?? '', agent }))
app.listen(Number(process.env.PORT), '127.0.0.1')
process.once('disconnect', () => process.exit(0))
