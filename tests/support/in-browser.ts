import { deskLight, openBrowser, type Visitor } from '@rts/local/testing/browser'
import { freshAddress } from '../../services/mcp/tests/support/agent.ts'
import { joinSystem } from './shared-system.ts'

export type SystemInBrowser = Awaited<ReturnType<typeof startInBrowser>>

/** The shared system with a browser, for one test file. */
export async function startInBrowser() {
  const system = await joinSystem()
  const browser = await openBrowser()
  // Sign-ups and sign-ins are limited by address.
  const from = freshAddress()
  const visitors: Visitor[] = []
  return {
    system,
    async visit(look = deskLight): Promise<Visitor> {
      const visitor = await browser.visitor(system.connection.appUrl, look, from)
      visitors.push(visitor)
      return visitor
    },
    async allLeave() {
      for (const visitor of visitors.splice(0)) await visitor.leave()
    },
    async remove() {
      await browser.close()
      await system.remove()
    },
  }
}
