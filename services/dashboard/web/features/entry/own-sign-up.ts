import { readFacts } from '../../api/document.ts'
import { peekWay } from '../../api/way-back.ts'
import { pages } from '../../routes.ts'

/** The invite's link that the remembered way leads to; undefined for every other way. */
export function inviteOfWay(way = peekWay()): string | undefined {
  const [path, token] = way.split('#')
  return path === pages.invite && token ? token : undefined
}

/** Whether who comes by this way may sign up. */
export function maySignUp(way = peekWay()): boolean {
  const { signUp } = readFacts()
  return signUp === 'open' || (signUp === 'invite' && inviteOfWay(way) !== undefined)
}
