import { describe, expect, it } from 'vitest'
import { catalog } from './catalog.ts'
import { publish } from './published.ts'

function shown(name: string): string {
  const tool = catalog.find((one) => one.name === name)
  if (!tool) return 'no such tool'
  const { inputSchema, annotations } = publish(tool)
  const { properties, required, ...rest } = inputSchema
  const mustHave: unknown[] = Array.isArray(required) ? required : []
  const fields = Object.entries(Object(properties)).map(
    ([field, schema]) => `${field}${mustHave.includes(field) ? '' : '?'} ${JSON.stringify(schema)}`,
  )
  const on = Object.entries(annotations).flatMap(([hint, isOn]) => (isOn ? [hint.replace('Hint', '')] : []))
  return [`hints: ${on.join(', ') || 'none'}`, JSON.stringify(rest), ...fields].join('\n')
}

describe('the published input of each tool', () => {
  it('covers the whole list', () => {
    expect(catalog.map(({ name }) => name)).toEqual([
      'register',
      'account_status',
      'add_project',
      'add_keyword',
      'keyword_positions',
      'rank_history',
      'visibility_history',
      'results_page',
      'competing_pages',
      'competitors',
      'add_competitor',
      'remove_keyword',
      'remove_project',
      'on_page_issues',
      'content_ideas',
      'search_performance',
      'ai_visibility',
      'request_link',
      'rank_drops',
      'rank_compare',
      'keyword_gap',
      'competitor_traffic',
      'keyword_planner',
      'backlink_review',
      'issue_pages',
    ])
  })

  it('register', () => {
    expect(shown('register')).toMatchInlineSnapshot(`
      "hints: none
      {"type":"object"}
      agent_name? {"description":"Shown to the person who is asked to keep the site","type":"string"}"
    `)
  })

  it('account_status', () => {
    expect(shown('account_status')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent
      {"type":"object"}
      limit? {"type":"integer","maximum":100}
      cursor? {"type":"string"}"
    `)
  })

  it('add_project', () => {
    expect(shown('add_project')).toMatchInlineSnapshot(`
      "hints: idempotent
      {"type":"object"}
      website {"description":"Such as example.com","type":"string"}
      name? {"description":"A label; the host by default","type":"string"}
      country? {"type":"string"}
      language? {"description":"Such as en or pt-BR","type":"string"}"
    `)
  })

  it('add_keyword', () => {
    expect(shown('add_keyword')).toMatchInlineSnapshot(`
      "hints: idempotent
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      keyword? {"description":"As people type it","type":"string"}
      keywords? {"maxItems":100,"type":"array","items":{"type":"string"}}
      country? {"type":"string"}
      language? {"description":"Such as en or pt-BR","type":"string"}
      device? {"description":"desktop by default","type":"string","enum":["desktop","mobile"]}
      location? {"description":"A city, such as Austin, Texas, United States","type":"string"}"
    `)
  })

  it('keyword_positions', () => {
    expect(shown('keyword_positions')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      query? {"description":"Part of the phrase; rows, summary, score","type":"string"}
      since? {"description":"Compare with this day; previousPosition null: not checked then","type":"string","format":"date"}
      sort? {"description":"change: largest moves first","type":"string","enum":["position","change","keyword","checked","value"]}
      filter? {"type":"string","enum":["up","down","new","lost","top3","top10","page_two","not_found","failed","waiting"]}
      fields? {"description":"volume, cpc, intent, difficulty, value: only if asked for","type":"array","items":{"type":"string"}}
      limit? {"type":"integer","maximum":100}
      cursor? {"type":"string"}"
    `)
  })

  it('rank_history', () => {
    expect(shown('rank_history')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      keyword_id {"type":"string","description":"From keyword_positions"}
      from? {"anyOf":[{"type":"string","format":"date"},{"type":"string","format":"date-time"}]}
      to? {"anyOf":[{"type":"string","format":"date"},{"type":"string","format":"date-time"}]}
      limit? {"type":"integer","maximum":100}
      cursor? {"type":"string"}"
    `)
  })

  it('competitors', () => {
    expect(shown('competitors')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}"
    `)
  })

  it('add_competitor', () => {
    expect(shown('add_competitor')).toMatchInlineSnapshot(`
      "hints: idempotent
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      website {"type":"string"}"
    `)
  })

  it('remove_keyword', () => {
    expect(shown('remove_keyword')).toMatchInlineSnapshot(`
      "hints: destructive, idempotent
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      keyword_id {"type":"string","description":"From keyword_positions"}"
    `)
  })

  it('remove_project', () => {
    expect(shown('remove_project')).toMatchInlineSnapshot(`
      "hints: destructive, idempotent
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}"
    `)
  })

  it('on_page_issues', () => {
    expect(shown('on_page_issues')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      severity? {"type":"string","enum":["error","warning","notice"]}
      fields? {"type":"array","items":{"type":"string"}}
      limit? {"type":"integer","maximum":100}
      cursor? {"type":"string"}"
    `)
  })

  it('request_link', () => {
    expect(shown('request_link')).toMatchInlineSnapshot(`
      "hints: none
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      reason? {"description":"Shown to the person","type":"string"}"
    `)
  })

  it('rank_compare', () => {
    expect(shown('rank_compare')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      competitors? {"description":"Hosts; all by default","maxItems":5,"type":"array","items":{"type":"string"}}
      query? {"description":"Part of the phrase; rows and summary","type":"string"}
      since? {"description":"Compare with this day; previousPosition null: not checked then","type":"string","format":"date"}
      sort? {"type":"string","enum":["position","change","keyword","checked"]}
      filter? {"type":"string","enum":["passed_us","we_passed","they_lead","we_lead"]}
      fields? {"type":"array","items":{"type":"string"}}
      limit? {"type":"integer","maximum":100}
      cursor? {"type":"string"}"
    `)
  })

  it('keyword_gap', () => {
    expect(shown('keyword_gap')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      competitors? {"description":"Hosts; all by default","maxItems":5,"type":"array","items":{"type":"string"}}
      query? {"type":"string"}
      intent? {"type":"string","enum":["navigational","transactional","commercial","informational"]}
      min_volume? {"type":"integer","maximum":9007199254740991}
      max_difficulty? {"type":"integer","maximum":100}
      type? {"type":"string","enum":["missing","weak","shared"]}
      max_rival_position? {"type":"integer","maximum":100}
      fields? {"type":"array","items":{"type":"string"}}
      limit? {"type":"integer","maximum":100}
      cursor? {"type":"string"}"
    `)
  })

  it('competitor_traffic', () => {
    expect(shown('competitor_traffic')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      competitors? {"description":"Hosts; all by default","maxItems":5,"type":"array","items":{"type":"string"}}
      fields? {"type":"array","items":{"type":"string"}}
      limit? {"type":"integer","maximum":100}
      cursor? {"type":"string"}"
    `)
  })

  it('keyword_planner', () => {
    expect(shown('keyword_planner')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      q? {"type":"string"}
      country? {"type":"string"}
      language? {"description":"Such as en or pt-BR","type":"string"}
      query? {"type":"string"}
      intent? {"type":"string","enum":["navigational","transactional","commercial","informational"]}
      min_volume? {"type":"integer","maximum":9007199254740991}
      max_difficulty? {"type":"integer","maximum":100}
      tracked? {"type":"boolean"}
      fields? {"type":"array","items":{"type":"string"}}
      limit? {"type":"integer","maximum":100}
      cursor? {"type":"string"}"
    `)
  })

  it('backlink_review', () => {
    expect(shown('backlink_review')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      days? {"type":"integer","maximum":365}
      suggestion? {"type":"string","enum":["keep","review","disavow"]}
      state? {"type":"string","enum":["new","lost","broken"]}
      query? {"description":"Part of the host, page, title or anchor","type":"string"}
      fields? {"type":"array","items":{"type":"string"}}
      limit? {"type":"integer","maximum":100}
      cursor? {"type":"string"}"
    `)
  })

  it('issue_pages', () => {
    expect(shown('issue_pages')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      code? {"type":"string"}
      limit? {"type":"integer","maximum":100}
      cursor? {"type":"string"}"
    `)
  })

  it('visibility_history', () => {
    expect(shown('visibility_history')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      days? {"type":"integer","maximum":480}
      every? {"type":"string","enum":["day","week","month"]}
      competitors? {"type":"boolean"}
      fields? {"type":"array","items":{"type":"string"}}
      limit? {"type":"integer","maximum":100}
      cursor? {"type":"string"}"
    `)
  })

  it('results_page', () => {
    expect(shown('results_page')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      keyword_id {"type":"string","description":"From keyword_positions"}
      since? {"type":"string","format":"date"}
      limit? {"type":"integer","maximum":100}
      cursor? {"type":"string"}"
    `)
  })

  it('competing_pages', () => {
    expect(shown('competing_pages')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      days? {"type":"integer","maximum":90}
      query? {"type":"string"}
      limit? {"type":"integer","maximum":100}
      cursor? {"type":"string"}"
    `)
  })

  it('content_ideas', () => {
    expect(shown('content_ideas')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      q? {"type":"string"}
      country? {"type":"string"}
      language? {"description":"Such as en or pt-BR","type":"string"}
      kind? {"type":"string","enum":["question","related","gap","striking_distance","refresh"]}
      min_volume? {"type":"integer","maximum":9007199254740991}
      max_difficulty? {"type":"integer","maximum":100}
      fields? {"type":"array","items":{"type":"string"}}
      limit? {"type":"integer","maximum":100}
      cursor? {"type":"string"}"
    `)
  })

  it('search_performance', () => {
    expect(shown('search_performance')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      by? {"type":"string","enum":["query","page","day"]}
      days? {"type":"integer","maximum":480}
      query? {"description":"Part of the query or page","type":"string"}
      sort? {"type":"string","enum":["clicks","impressions","ctr","position"]}
      fields? {"type":"array","items":{"type":"string"}}
      limit? {"type":"integer","maximum":100}
      cursor? {"type":"string"}"
    `)
  })

  it('ai_visibility', () => {
    expect(shown('ai_visibility')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      query? {"type":"string"}
      engine? {"type":"string"}
      filter? {"type":"string","enum":["named","not_named","cited"]}
      fields? {"type":"array","items":{"type":"string"}}
      limit? {"type":"integer","maximum":100}
      cursor? {"type":"string"}"
    `)
  })

  it('rank_drops', () => {
    expect(shown('rank_drops')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object"}
      project_id? {"description":"Site id or domain","type":"string"}
      since {"type":"string","format":"date"}
      query? {"type":"string"}
      limit? {"type":"integer","maximum":10}"
    `)
  })
})
