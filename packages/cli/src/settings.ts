import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Api, type Clock, createClient } from '../../client/src/client.ts'
import { Unanswered, UsageError, type World } from './world.ts'

export type Settings = { url: string; key: string }

/** Where the key is kept: `$XDG_CONFIG_HOME/rank-tracker/settings.json`. */
export function settingsFile({ env, home }: World): string {
  const folder = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : path.join(home, '.config')
  return path.join(folder, 'rank-tracker', 'settings.json')
}

/**
 * The address and the key of the environment, or of the last `login`, whose key is for its address alone. Throws where one is missing.
 */
export function settingsOf(world: World): Settings {
  const { RANK_TRACKER_KEY: ownKey, RANK_TRACKER_URL: ownUrl } = world.env
  const kept = ownKey && ownUrl ? {} : readSettings(world)
  const key = ownKey || kept.key
  const url = ownUrl || kept.url
  if (!key || !url) {
    const missing = key ? 'RANK_TRACKER_URL is not set' : 'Not signed in'
    throw new Unanswered(`${missing}: run rank-tracker-cli login, or set RANK_TRACKER_KEY and RANK_TRACKER_URL`)
  }
  // The environment may be that of a strange project: it must not lead the key to another host.
  if (!ownKey && ownUrl && (!kept.url || baseUrlOf(kept.url) !== baseUrlOf(ownUrl)))
    throw new Unanswered(
      `The key of the last login is for ${kept.url ?? 'no address'}, and RANK_TRACKER_URL is another: ` +
        `set RANK_TRACKER_KEY, or run rank-tracker-cli login --url ${baseUrlOf(ownUrl)}`,
    )
  return { key: keyOf(key), url: baseUrlOf(url) }
}

/** A key as it can be sent. Throws, without the text, where it is none: a message about a header would show it. */
export function keyOf(text: string): string {
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new Unanswered('The key is not a server key: it has characters that no key has')
  return text
}

function readSettings(world: World): Partial<Settings> {
  const file = settingsFile(world)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (Object(error).code === 'ENOENT') return {}
    throw new Unanswered(`${file} cannot be read: ${Object(error).code}`)
  }
  if ((statSync(file).mode & 0o077) !== 0)
    throw new Unanswered(`${file} holds a key and others may read it: chmod 600 it, and make a new key if they did`)
  try {
    return Object(JSON.parse(text))
  } catch {
    throw new Unanswered(`${file} is damaged: run rank-tracker-cli login again`)
  }
}

/** Readable by its owner alone from the first byte on, and never half written. */
export function keepSettings(world: World, settings: Settings): string {
  const file = settingsFile(world)
  const fresh = `${file}.new`
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    rmSync(fresh, { force: true })
    writeFileSync(fresh, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    chmodSync(fresh, 0o600)
    renameSync(fresh, file)
  } catch (error) {
    throw new Unanswered(`${file} cannot be written: ${Object(error).code}`)
  }
  return file
}

export function forgetSettings(world: World): void {
  const file = settingsFile(world)
  try {
    rmSync(file, { force: true })
  } catch (error) {
    throw new Unanswered(`${file} cannot be removed: ${Object(error).code}`)
  }
}

const loopback = /^(localhost|([a-z\d-]+\.)+localhost|127(\.\d+){3}|\[::1\])$/

/** The address of the API, from its beginning: `https://ranks.example` will do. Throws for one to which the key would go in clear. */
export function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const base = (url?.origin ?? '') + (url?.pathname ?? '').replace(/\/+$|\/http\/v1\/*$/, '')
  if (!url || !/^https?:$/.test(url.protocol) || base.includes('/http/v1'))
    throw new UsageError(`not an address of the service: ${text}`)
  if (url.protocol === 'http:' && !loopback.test(url.hostname))
    throw new UsageError(`${text} would get the key in clear: say https://${url.host} (http is for this machine alone)`)
  return `${base}/http/v1`
}

/** A wait of a second is not worth a line. */
const silentMs = 2_000

export function connect({ stderr, clock }: World, { url, key }: Settings): Api {
  const telling: Clock = {
    now: clock.now,
    sleep: (ms, signal) => {
      if (ms > silentMs) stderr.write(`Not answered yet; asking again in ${Math.ceil(ms / 1_000)} s.\n`)
      return clock.sleep(ms, signal)
    },
  }
  return createClient({ baseUrl: url, key, clock: telling })
}
