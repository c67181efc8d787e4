import { readFileSync } from 'node:fs'
import path from 'node:path'
import { builtServices } from '@rts/shared/contract/services'
import { failureKinds } from '@rts/shared/failure'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { joinSystem } from './support/shared-system.ts'
import type { TestSystem } from './support/system.ts'

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8')
const alarms = z
  .object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })) })
  .parse(parse(read('deploy/observe/alarms.yml')))
  .groups.flatMap(({ rules }) => rules)
/** All but the one that always rings. */
const isAboutSomething = ({ alert }: { alert: string }) => alert !== 'Watchdog'
const names = alarms.filter(isAboutSomething).map(({ alert }) => alert)
const alertTest = z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })
const tests = z
  .object({ tests: z.array(z.object({ alert_rule_test: z.array(alertTest) })) })
  .parse(parse(read('deploy/observe/alarms.test.yml')))
  .tests.flatMap((one) => one.alert_rule_test)

let system: TestSystem
beforeAll(async () => {
  system = await joinSystem()
})
afterAll(() => system.remove())

/** The metrics of every service of the running system, with the names under which a histogram is asked for. */
async function shownMetrics(): Promise<Set<string>> {
  const texts = await Promise.all(
    builtServices.map(async (name) => {
      const log = readFileSync(path.join(system.folder, 'logs', 'services.log'), 'utf8')
      const adminPort = [...log.matchAll(/"service":"(\w+)".*"adminPort":(\d+)/g)].findLast(
        ([, of]) => of === name,
      )?.[2]
      return (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
    }),
  )
  const types = texts.flatMap((text) => [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)])
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, ...['bucket', 'sum', 'count'].map((part) => `${name}_${part}`)] : [name],
    ),
  )
}

/** Those of programs that are not ours, as their documents name them; a test of lb reads its own. */
const ofOthers = [
  'haproxy_process_uptime_seconds',
  'haproxy_backend_active_servers',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'probe_success',
  'probe_ssl_earliest_cert_expiry',
]

/** The names of metrics in an expression: no strings, labels, durations, functions or words of the language. */
function metricsIn(expression: string): string[] {
  const bare = expression.replace(/#.*|"[^"]*"|\[[^\]]*\]|\bby \([^)]*\)/g, ' ').replace(/\{[^}]*\}/g, ' ')
  const words = bare.match(/(?<!\w)[a-z_]\w*(?!\w|\s*\()/g) ?? []
  return words.filter((word) => !['and', 'or', 'unless', 'offset', 'by'].includes(word))
}

describe('deploy/observe/alarms.yml', () => {
  it('asks for metrics that the running system shows', async () => {
    const shown = new Set([...(await shownMetrics()), ...ofOthers])
    for (const { alert, expr } of alarms.filter(isAboutSomething)) {
      const asked = metricsIn(expr)
      expect([alert, asked.length > 0, asked.filter((name) => !shown.has(name))]).toEqual([alert, true, []])
    }
  })

  it('has a case in which each alarm rings, and one in which it is silent', () => {
    for (const name of names) {
      const ofAlarm = tests.filter(({ alertname }) => alertname === name).map(({ exp_alerts: rung }) => rung.length > 0)
      expect([name, ofAlarm.sort()]).toEqual([name, [false, true]])
    }
  })

  it('asks for outcomes of calls that are counted', () => {
    const known = new Set<string>(['ok', 'not_found', ...failureKinds])
    const asked = alarms.flatMap(({ expr }) => [...expr.matchAll(/outcome[!=]~?"([^"]+)"/g)])
    const unknown = asked.flatMap(([, values = '']) => values.split('|')).filter((value) => !known.has(value))
    expect([asked.length > 0, unknown]).toEqual([true, []])
  })

  it('has a chapter of docs/self-host/alarms*.md for each alarm, with the same five questions', () => {
    const pages = ['alarms', 'alarms-data', 'alarms-machine']
    const chapters = pages.flatMap((page) => read(`docs/self-host/${page}.md`).split(/^## /m).slice(1))
    expect(chapters.map((chapter) => chapter.split('\n', 1)[0]).sort()).toEqual(names.toSorted())
    for (const chapter of chapters)
      expect(chapter.match(/^- \*\*[^*]+\*\*/gm)).toEqual(
        ['Meaning', 'Impact', 'Look', 'Fix', 'False alarm if'].map((question) => `- **${question}**`),
      )
  })
})

it('docs/reference/metrics.md has each metric of the running system, beside those of Node, and no other', async () => {
  const described = [...read('docs/reference/metrics.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  const shown = [...(await shownMetrics())].filter((name) => !/^(nodejs|process)_|_(bucket|sum|count)$/.test(name))
  expect(described.toSorted()).toEqual(shown.toSorted())
})
