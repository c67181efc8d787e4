import { lazyRouteComponent } from '@tanstack/react-router'

/** Thrown when a newer build has replaced the code of a page. */
export class StaleBuild extends Error {
  override name = 'StaleBuild'
}

const key = 'reloaded-at'
const pauseMs = 3_000

/** Loads the code of a page. Without a connection it waits for one, and what is shown stays meanwhile. */
async function pageCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await load()
    } catch {
      if (await isReachable()) throw new StaleBuild()
      await connection()
    }
  }
}

/** A page whose code is loaded when it is opened, or pointed at: `name` is what its file exports. The build reads `load`. */
export function pageComponent<Code extends object, Name extends keyof Code>(load: () => Promise<Code>, name: Name) {
  return Object.assign(
    lazyRouteComponent(() => pageCode(load), name),
    { load },
  )
}

/** Reloads a page of an older build, at most once a minute. */
export function reloadOnce(): void {
  if (Date.now() - Number(sessionStorage.getItem(key)) < 60_000) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}

async function isReachable(): Promise<boolean> {
  const answer = await fetch(location.origin, { method: 'HEAD' }).catch(() => null)
  return answer?.ok === true
}

function connection(): Promise<unknown> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      removeEventListener('online', over)
      resolve(undefined)
    }
    const timer = setTimeout(over, pauseMs)
    addEventListener('online', over)
  })
}
