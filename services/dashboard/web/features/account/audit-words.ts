import { account as t } from '../../../texts/account.ts'
import { team } from '../../../texts/team.ts'
import type { OutputOf } from '../../api/call.ts'
import type { Names } from '../team/exports.ts'

export type Entry = OutputOf<'audit.list'>['entries'][number]

const person = 'person:'

export function actorOf({ actor }: Pick<Entry, 'actor'>, nameOf: Names): string {
  if (actor.startsWith(person)) return nameOf(actor.slice(person.length)) ?? team.aFormerMember
  if (actor === 'key') return t.aKey
  return actor === 'operator' ? t.theOperator : t.theService
}

/** The details of an entry, without ids that have no meaning on these pages. */
export function detailsOf({ detail }: Pick<Entry, 'detail'>, nameOf: Names): string {
  return Object.entries(detail)
    .flatMap(([name, value]) => factOf(name, typeof value === 'string' ? value : JSON.stringify(value), nameOf))
    .join(', ')
}

function factOf(name: string, text: string, nameOf: Names): string[] {
  switch (name) {
    case 'person':
      return [t.personNamed(nameOf(text) ?? team.aFormerMember)]
    case 'invite': {
      // An invite that is over has no name any more.
      const to = nameOf(text)
      return to === undefined ? [] : [t.toNamed(to)]
    }
    case 'sites':
      return [text === 'all' ? t.allSites : t.someSites(text === '' ? 0 : text.split(' ').length)]
    case 'start':
      return [t.key(text)]
    case 'guest':
    case 'accountId':
    case 'order':
      return []
    default:
      return [`${name}: ${text}`]
  }
}
