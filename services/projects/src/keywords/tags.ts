import { maxTags } from '@rts/shared/contract/rows/keyword'
import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { holdSite, type OwnedSite, siteOf } from '../sites/sites.ts'
import { transact } from '../transact.ts'
import type { ChangeDeps } from './keyword-changes.ts'
import { type TagChanges, updateTags } from './keywords.sql.ts'

export function tagHandlers({ db }: Pick<ChangeDeps, 'db'>) {
  return {
    'keywordTags.update': async ({ params, body: { ids, ...changes }, caller }) => {
      const site = await siteOf(db, caller, params.id)
      return { changed: await changeTags({ db }, site, ids, changes) }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** Tags all of the keywords or, where one would have too many, none of them. Throws `invalid_input`. */
function changeTags({ db }: Pick<ChangeDeps, 'db'>, site: OwnedSite, ids: readonly string[], changes: TagChanges) {
  return transact(db, async (tx) => {
    await holdSite(tx, site)
    const counts = await updateTags(tx, site.id, ids, changes)
    if (counts.some((count) => count > maxTags)) throw tooManyTags()
    return counts.length
  })
}

function tooManyTags(): AppError {
  const message = `would give a keyword more than ${maxTags} tags`
  return new AppError('invalid_input', 'Too many tags', {
    errors: [{ in: 'body', field: 'add', code: 'too_big', message }],
  })
}
