import { describe, expect, it } from 'vitest'
import { catalog } from './catalog.ts'
import { publish } from './published.ts'

/** What a client sees of a tool's input, a line a field; what is missing here is missing there. */
function shown(name: string): string {
  const tool = catalog.find((one) => one.name === name)
  if (!tool) return 'no such tool'
  const { inputSchema, annotations } = publish(tool)
  const { properties, required, ...rest } = inputSchema
  const { title: _title, ...hints } = annotations
  const mustHave: unknown[] = Array.isArray(required) ? required : []
  const fields = Object.entries(Object(properties)).map(
    ([field, schema]) => `${field}${mustHave.includes(field) ? '' : '?'} ${JSON.stringify(schema)}`,
  )
  const on = Object.entries(hints).flatMap(([hint, isOn]) => (isOn ? [hint.replace('Hint', '')] : []))
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
      'competitors',
      'on_page_issues',
      'request_link',
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
      {"type":"object","additionalProperties":false}
      agent_name? {"description":"Shown to the person who is asked to keep the site","type":"string","minLength":1,"maxLength":100}"
    `)
  })

  it('account_status', () => {
    expect(shown('account_status')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent
      {"type":"object","additionalProperties":false}
      limit? {"default":25,"description":"Rows in one answer","type":"integer","minimum":1,"maximum":100}
      cursor? {"description":"nextCursor of the previous answer","type":"string","minLength":1,"maxLength":500}"
    `)
  })

  it('add_project', () => {
    expect(shown('add_project')).toMatchInlineSnapshot(`
      "hints: idempotent
      {"type":"object","additionalProperties":false}
      website {"description":"A bare host such as example.com; scheme and www are dropped","type":"string"}
      name? {"description":"A label; the host by default","type":"string","minLength":1,"maxLength":200}
      country? {"description":"Two-letter ISO 3166-1 code, such as us","type":"string","maxLength":8}
      language? {"description":"Language tag, such as en or pt-BR","type":"string","maxLength":16}"
    `)
  })

  it('add_keyword', () => {
    expect(shown('add_keyword')).toMatchInlineSnapshot(`
      "hints: idempotent
      {"type":"object","additionalProperties":false}
      project_id? {"description":"The site id from add_project or account_status. Optional if the key has one site.","type":"string","pattern":"^[\\\\w-]{1,64}$"}
      keyword {"minLength":1,"maxLength":200,"description":"The phrase as people type it","type":"string"}
      country? {"description":"Two-letter ISO 3166-1 code, such as us","type":"string","maxLength":8}
      language? {"description":"Language tag, such as en or pt-BR","type":"string","maxLength":16}"
    `)
  })

  it('keyword_positions', () => {
    expect(shown('keyword_positions')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object","additionalProperties":false}
      project_id? {"description":"The site id from add_project or account_status. Optional if the key has one site.","type":"string","pattern":"^[\\\\w-]{1,64}$"}
      query? {"description":"Only keywords that contain this text","type":"string","minLength":1,"maxLength":200}
      limit? {"default":25,"description":"Rows in one answer","type":"integer","minimum":1,"maximum":100}
      cursor? {"description":"nextCursor of the previous answer","type":"string","minLength":1,"maxLength":500}"
    `)
  })

  it('rank_history', () => {
    expect(shown('rank_history')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object","additionalProperties":false}
      project_id? {"description":"The site id from add_project or account_status. Optional if the key has one site.","type":"string","pattern":"^[\\\\w-]{1,64}$"}
      keyword_id {"type":"string","pattern":"^[\\\\w-]{1,64}$","description":"The keyword id from add_keyword or keyword_positions"}
      from? {"description":"First day or moment, UTC","anyOf":[{"type":"string","format":"date"},{"type":"string","format":"date-time"}]}
      to? {"description":"Last day or moment, UTC","anyOf":[{"type":"string","format":"date"},{"type":"string","format":"date-time"}]}
      limit? {"default":25,"description":"Rows in one answer","type":"integer","minimum":1,"maximum":100}
      cursor? {"description":"nextCursor of the previous answer","type":"string","minLength":1,"maxLength":500}"
    `)
  })

  it('competitors', () => {
    expect(shown('competitors')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent
      {"type":"object","additionalProperties":false}
      project_id? {"description":"The site id from add_project or account_status. Optional if the key has one site.","type":"string","pattern":"^[\\\\w-]{1,64}$"}"
    `)
  })

  it('on_page_issues', () => {
    expect(shown('on_page_issues')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object","additionalProperties":false}
      project_id? {"description":"The site id from add_project or account_status. Optional if the key has one site.","type":"string","pattern":"^[\\\\w-]{1,64}$"}
      severity? {"type":"string","enum":["error","warning","notice"]}
      limit? {"default":25,"description":"Rows in one answer","type":"integer","minimum":1,"maximum":100}
      cursor? {"description":"nextCursor of the previous answer","type":"string","minLength":1,"maxLength":500}"
    `)
  })

  it('request_link', () => {
    expect(shown('request_link')).toMatchInlineSnapshot(`
      "hints: none
      {"type":"object","additionalProperties":false}
      project_id? {"description":"The site id from add_project or account_status. Optional if the key has one site.","type":"string","pattern":"^[\\\\w-]{1,64}$"}
      reason? {"description":"Why, in a sentence; shown to the person","type":"string","minLength":1,"maxLength":500}"
    `)
  })

  it('rank_compare', () => {
    expect(shown('rank_compare')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object","additionalProperties":false}
      project_id? {"description":"The site id from add_project or account_status. Optional if the key has one site.","type":"string","pattern":"^[\\\\w-]{1,64}$"}
      competitors? {"description":"Only these competitors, by host","minItems":1,"maxItems":5,"type":"array","items":{"type":"string"}}
      limit? {"default":25,"description":"Rows in one answer","type":"integer","minimum":1,"maximum":100}
      cursor? {"description":"nextCursor of the previous answer","type":"string","minLength":1,"maxLength":500}"
    `)
  })

  it('keyword_gap', () => {
    expect(shown('keyword_gap')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object","additionalProperties":false}
      project_id? {"description":"The site id from add_project or account_status. Optional if the key has one site.","type":"string","pattern":"^[\\\\w-]{1,64}$"}
      competitors? {"description":"Only these competitors, by host","minItems":1,"maxItems":5,"type":"array","items":{"type":"string"}}
      limit? {"default":25,"description":"Rows in one answer","type":"integer","minimum":1,"maximum":100}
      cursor? {"description":"nextCursor of the previous answer","type":"string","minLength":1,"maxLength":500}"
    `)
  })

  it('competitor_traffic', () => {
    expect(shown('competitor_traffic')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object","additionalProperties":false}
      project_id? {"description":"The site id from add_project or account_status. Optional if the key has one site.","type":"string","pattern":"^[\\\\w-]{1,64}$"}
      competitors? {"description":"Only these competitors, by host","minItems":1,"maxItems":5,"type":"array","items":{"type":"string"}}
      limit? {"default":25,"description":"Rows in one answer","type":"integer","minimum":1,"maximum":100}
      cursor? {"description":"nextCursor of the previous answer","type":"string","minLength":1,"maxLength":500}"
    `)
  })

  it('keyword_planner', () => {
    expect(shown('keyword_planner')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object","additionalProperties":false}
      project_id? {"description":"The site id from add_project or account_status. Optional if the key has one site.","type":"string","pattern":"^[\\\\w-]{1,64}$"}
      q? {"description":"A phrase to start from","minLength":1,"maxLength":200,"type":"string"}
      country? {"description":"Two-letter ISO 3166-1 code, such as us","type":"string","maxLength":8}
      language? {"description":"Language tag, such as en or pt-BR","type":"string","maxLength":16}
      limit? {"default":25,"description":"Rows in one answer","type":"integer","minimum":1,"maximum":100}
      cursor? {"description":"nextCursor of the previous answer","type":"string","minLength":1,"maxLength":500}"
    `)
  })

  it('backlink_review', () => {
    expect(shown('backlink_review')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object","additionalProperties":false}
      project_id? {"description":"The site id from add_project or account_status. Optional if the key has one site.","type":"string","pattern":"^[\\\\w-]{1,64}$"}
      days? {"description":"Window in days; 30 by default","type":"integer","minimum":1,"maximum":365}
      limit? {"default":25,"description":"Rows in one answer","type":"integer","minimum":1,"maximum":100}
      cursor? {"description":"nextCursor of the previous answer","type":"string","minLength":1,"maxLength":500}"
    `)
  })

  it('issue_pages', () => {
    expect(shown('issue_pages')).toMatchInlineSnapshot(`
      "hints: readOnly, idempotent, openWorld
      {"type":"object","additionalProperties":false}
      project_id? {"description":"The site id from add_project or account_status. Optional if the key has one site.","type":"string","pattern":"^[\\\\w-]{1,64}$"}
      code? {"type":"string","minLength":1,"maxLength":100}
      limit? {"default":25,"description":"Rows in one answer","type":"integer","minimum":1,"maximum":100}
      cursor? {"description":"nextCursor of the previous answer","type":"string","minLength":1,"maxLength":500}"
    `)
  })
})
