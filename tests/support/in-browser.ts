import { deskLight, openBrowser, type Visitor } from '@rts/local/testing/browser'
import { startTestSystem } from './system.ts'

export type SystemInBrowser = Awaited<ReturnType<typeof startInBrowser>>

/** A whole system with a browser, for one test file. */
export async function startInBrowser(env: NodeJS.ProcessEnv = {}) {
  const system = await startTestSystem(env)
  const browser = await openBrowser()
  const visitors: Visitor[] = []
  return {
    system,
    async visit(look = deskLight): Promise<Visitor> {
      const visitor = await browser.visitor(system.connection.appUrl, look)
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
