import { metricsOf } from './reference/metrics.ts'

type Metric = { name: string; help: string; type: string; labelNames: readonly string[] }

// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana fills it in
const source = { type: 'prometheus', uid: '${source}' }
const width = 8
const height = 7
const perRow = 24 / width

/** `deploy/observe/dashboard.json`, for the import of Grafana: a chart of each metric, and what rings now. */
export function boardJson(): string {
  const rings = { title: 'Alarms that ring', targets: [target('ALERTS{alertstate="firing"}', '{{alertname}}')] }
  const groups: [string, object[]][] = [
    ['Alarms', [chart(rings)]],
    ...[...metricsOf()].map(([owner, metrics]): [string, object[]] => [`Of ${owner}`, metrics.map(chartOf)]),
  ]
  let y = 0
  const panels = groups.flatMap(([title, charts]) => {
    const head = { type: 'row', title, collapsed: false, panels: [], gridPos: { x: 0, y, w: 24, h: 1 } }
    const placed = charts.map((one, i) => {
      const at = { x: (i % perRow) * width, y: y + 1 + Math.floor(i / perRow) * height }
      return { ...one, gridPos: { ...at, w: width, h: height } }
    })
    y += 1 + Math.ceil(charts.length / perRow) * height
    return [head, ...placed]
  })
  const board = {
    uid: 'rank-tracker',
    title: 'Rank Tracking Service',
    schemaVersion: 39,
    editable: true,
    refresh: '1m',
    time: { from: 'now-24h', to: 'now' },
    timezone: 'utc',
    templating: { list: [{ name: 'source', type: 'datasource', query: 'prometheus', label: 'Prometheus' }] },
  }
  const lines = panels.map((panel, i) => `  ${JSON.stringify({ id: i + 1, ...panel })}`)
  return `${JSON.stringify(board).slice(0, -1)},"panels":[\n${lines.join(',\n')}\n]}\n`
}

function chartOf({ name, help, type, labelNames }: Metric): object {
  const labels = ['service', ...labelNames.filter((label) => label !== 'thread')]
  const by = labels.join(', ')
  const legend = labels.map((label) => `{{${label}}}`).join(' ')
  const description = help
  if (type === 'counter')
    return chart({ title: name, description, targets: [target(`sum by (${by}) (rate(${name}[5m]))`, legend)] })
  if (type === 'gauge')
    return chart({ title: name, description, targets: [target(`max by (${by}) (${name})`, legend)] })
  const quantile = (share: number) =>
    target(`histogram_quantile(${share}, sum by (${by}, le) (rate(${name}_bucket[5m])))`, `${legend} ${share}`)
  return chart({ title: name, description, targets: [quantile(0.5), quantile(0.99)] })
}

function chart({ targets, ...more }: { title: string; description?: string; targets: object[] }): object {
  return {
    type: 'timeseries',
    ...more,
    datasource: source,
    targets: targets.map((one, i) => ({ refId: 'AB'[i], ...one })),
  }
}

function target(expr: string, legendFormat: string): object {
  return { expr, legendFormat, datasource: source }
}
