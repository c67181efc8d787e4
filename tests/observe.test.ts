import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { metricNames } from '../scripts/generate/reference/metrics.ts'
import { root } from './support/compose.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-observe-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a script of deploy/observe in a folder in the place of /tmp and /etc; answers the settings that it wrote. */
function started(program: 'alertmanager' | 'prometheus', env: Record<string, string>) {
  const own = path.join(folder, 'own.yml')
  const text = readFileSync(path.join(root, `deploy/observe/${program}.sh`), 'utf8')
  const script = path.join(folder, 'start.sh')
  const settings = path.join(folder, `${program}.yml`)
  writeFileSync(
    script,
    text
      .replaceAll('/etc/alertmanager/own.yml', own)
      .replaceAll('/etc/prometheus/', `${root}/deploy/observe/`)
      .replaceAll(`/tmp/${program}.yml`, settings),
  )
  writeFileSync(path.join(folder, program), '#!/bin/sh\necho "$1"\n', { mode: 0o755 })
  const ran = spawnSync('sh', [script], { encoding: 'utf8', env: { PATH: `${folder}:${process.env.PATH}`, ...env } })
  if (ran.status !== 0) throw new Error(ran.stderr)
  return { file: ran.stdout.trim(), settings, own }
}

describe('deploy/observe/alertmanager.sh', () => {
  const mail = { SUPPORT_EMAIL: 'ops@ranks.test', MAIL_FROM: 'Ranks <no@ranks.test>', DEADMAN_URL: '' }
  const emailOf = (SMTP_URL: string) => {
    const { settings } = started('alertmanager', { ...mail, SMTP_URL })
    return parse(readFileSync(settings, 'utf8')).receivers[0].email_configs[0]
  }

  it('mails alarms to SUPPORT_EMAIL by SMTP_URL, with its user and a password of any characters', () => {
    const common = { to: 'ops@ranks.test', from: 'no@ranks.test', send_resolved: true }
    expect(emailOf('smtp://mail:1025')).toEqual({ ...common, smarthost: 'mail:1025', require_tls: false })
    expect(emailOf('smtps://me%40ranks.test:p%22%2F%25%3A%5Ca@relay.test')).toEqual({
      ...common,
      smarthost: 'relay.test:465',
      require_tls: true,
      auth_username: 'me@ranks.test',
      auth_password: 'p"/%:\\a',
    })
    expect(emailOf('smtp://me:secret@relay.test').smarthost).toBe('relay.test:587')
  })

  it('calls DEADMAN_URL by the alarm that always rings, and mails that one to nobody', () => {
    const read = (DEADMAN_URL: string) => {
      const { settings } = started('alertmanager', { ...mail, SMTP_URL: 'smtp://mail:1025', DEADMAN_URL })
      return parse(readFileSync(settings, 'utf8'))
    }
    expect(read('').receivers[1]).toEqual({ name: 'deadman' })
    const { receivers, route } = read('https://deadman.test/one')
    expect(receivers[1].webhook_configs).toEqual([{ url: 'https://deadman.test/one', send_resolved: false }])
    expect(route.routes[0]).toMatchObject({
      matchers: ['alertname="Watchdog"'],
      receiver: 'deadman',
      repeat_interval: '5m',
    })
  })

  it('leaves all to a file of the operator’s', () => {
    const { own } = started('alertmanager', { ...mail, SMTP_URL: 'smtp://mail:1025' })
    writeFileSync(own, 'route: { receiver: mine }\n')
    expect(started('alertmanager', { ...mail, SMTP_URL: '' }).file).toBe(`--config.file=${own}`)
    rmSync(own)
  })
})

it('deploy/observe/prometheus.sh has the public address looked at, and reads lb and the disks', () => {
  const { settings } = started('prometheus', { PUBLIC_URL: 'https://ranks.test' })
  const { scrape_configs: jobs } = parse(readFileSync(settings, 'utf8'))
  const job = (name: string) => jobs.find(({ job_name: of }: { job_name: string }) => of === name)
  expect(job('door').static_configs).toEqual([{ targets: ['https://ranks.test/signin'] }])
  expect([job('lb'), job('node')]).toEqual([expect.anything(), expect.anything()])
})

describe('deploy/observe/dashboard.json', () => {
  const place = z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() })
  const source = z.object({ type: z.literal('prometheus'), uid: z.string() })
  const target = z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string(), datasource: source })
  const panel = z.object({
    id: z.int(),
    type: z.enum(['row', 'timeseries']),
    title: z.string(),
    gridPos: place,
    targets: z.array(target).optional(),
  })
  const board = z.object({ uid: z.string(), title: z.string(), schemaVersion: z.int(), panels: z.array(panel) })
  const { panels } = board.parse(JSON.parse(readFileSync(path.join(root, 'deploy/observe/dashboard.json'), 'utf8')))
  const charts = panels.filter(({ type }) => type === 'timeseries')

  it('has a chart of every metric of ours, each with a question', () => {
    const titles = charts.map(({ title }) => title)
    expect(metricNames().filter((name) => !titles.includes(name))).toEqual([])
    for (const { title, targets } of charts) expect([title, (targets ?? []).length > 0]).toEqual([title, true])
  })

  it('puts each panel in a place of its own, by an id of its own', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)}/${y + Math.floor(i / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([])
  })
})
