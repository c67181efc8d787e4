import { webhookTypes } from '../contract/webhooks.ts'
import { componentsOf, entitiesOf, inputOf, type Listed, rowOf, saidOf } from './client-operations.ts'
import { openApiDocument } from './openapi.ts'
import type { Json } from './openapi-schemas.ts'
import { eventName } from './openapi-webhooks.ts'
import { capital, commentOf, pythonName, pythonTypes } from './python-types.ts'

const head = `# Written from the table of operations at each installation; never edited by hand.
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, TypedDict, Union, cast

from .wire import UNSET, Row, Unset, Wire
`

export function pythonSource(): string {
  const document = openApiDocument()
  const types = pythonTypes()
  const aliases = componentsOf(document).flatMap(([name, schema]) => {
    const type = types.typeOf(schema, name)
    return type === name ? [] : [`${name} = ${type}\n${commentOf(schema.description, '')}`]
  })
  const entities = entitiesOf(document)
  const calls = entities.map(([entity, some]) => callsOf(entity, some, types))
  const events = `WebhookEvent = Union[${webhookTypes.map(eventName).join(', ')}]\n"""An event of a site, as its webhooks get it."""\n`
  const fields = entities.map(([entity]) => `        self.${pythonName(entity)} = ${capital(entity)}Calls(wire)\n`)
  const api = `class Api:\n    """Every operation of the API."""\n\n    def __init__(self, wire: Wire) -> None:\n${fields.join('')}`
  return [head, ...aliases, ...types.classes.values(), events, ...calls, api].join('\n\n')
}

type Types = ReturnType<typeof pythonTypes>

function callsOf(entity: string, some: Listed[], types: Types): string {
  const methods = some.flatMap((one) => methodsOf(one, types))
  const init = '    def __init__(self, wire: Wire) -> None:\n        self._wire = wire\n'
  return [`class ${capital(entity)}Calls:\n${init}`, ...methods].join('\n')
}

function methodsOf(one: Listed, types: Types): string[] {
  const { name, of, answer } = one
  const [entity = '', verb = ''] = name.split('.')
  const { rows, collects, ...row } = rowOf(one)
  const answerName = types.typeOf(answer, `${capital(entity)}${capital(verb)}Answer`)
  const { parameters, values } = argumentsOf(inputOf(of), `${capital(entity)}${capital(verb)}`, types)
  const facts = `Row("${row.method}", "${row.path}", ${capital(String(row.repeatable))}${rows ? `, "${rows}"` : ''})`
  const method = (suffix: string, more: string[], type: string, comment: string, body: string) => {
    const list = ['self', ...parameters, ...(more.length > 0 && !parameters.includes('*') ? ['*'] : []), ...more]
    const head = `    def ${pythonName(verb)}${suffix}(${onLines(list)}) -> ${type}:\n`
    return `${head}${commentOf(comment, '        ')}        return ${body}\n`
  }
  const asked = `${facts}, {${values.join(', ')}}`
  const methods = [method('', [], answerName, saidOf(one), `cast(${answerName}, self._wire.call(${asked}))`)]
  if (rows) {
    const listed = Object(Object(answer.properties)[rows]).items
    const type = `Iterator[${types.typeOf(listed, `${answerName}Row`)}]`
    const said =
      'Row by row over all pages. Without `limit` a page has up to 10,000 rows; each page is a call of the day.'
    methods.push(method('_each', [], type, said, `cast(${type}, self._wire.each(${asked}))`))
  }
  if (collects) {
    const said =
      'Asks until the data is there, or cannot be had; `status` says which. Raises `StillCollecting` after `within` seconds.'
    const body = `cast(${answerName}, self._wire.ready(${asked}, within))`
    methods.push(method('_ready', ['within: float = 120.0'], answerName, said, body))
  }
  return methods
}

function onLines(list: string[]): string {
  const line = list.join(', ')
  return line.length <= 70 ? line : `\n${list.map((one) => `        ${one},\n`).join('')}    `
}

function argumentsOf({ properties, required }: Json, owner: string, types: Types) {
  const needed: unknown[] = Array.isArray(required) ? required : []
  const fields = Object.entries<Json>(Object(properties))
  const isId = (name: string) => name === 'id' || name === 'kid'
  const ids = fields.filter(([name]) => isId(name)).map(([name]) => `${name}: str`)
  const named = fields
    .filter(([name]) => !isId(name))
    .toSorted(([a], [b]) => Number(needed.includes(b)) - Number(needed.includes(a)))
    .map(([name, schema]) => {
      const type = types.typeOf(schema, `${owner}${capital(name)}`)
      return `${pythonName(name)}: ${needed.includes(name) ? type : `Union[${type}, Unset] = UNSET`}`
    })
  return {
    parameters: [...ids, ...(named.length > 0 ? ['*'] : []), ...named],
    values: fields.map(([name]) => `"${name}": ${pythonName(name)}`),
  }
}
