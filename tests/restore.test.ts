import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { composeText, newEnv, root } from './support/compose.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-restore-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const backupText = readFileSync(path.join(root, 'deploy/backup.yml'), 'utf8')
const commandOf = (text: string) =>
  z
    .object({ services: z.object({ postgres: z.object({ command: z.array(z.string()) }) }) })
    .parse(parse(text, { merge: true, maxAliasCount: 1_000 })).services.postgres.command

describe('deploy/backup.yml', () => {
  it('keeps every setting that Postgres has in docker-compose.yml', () => {
    const own = commandOf(composeText)
    expect(commandOf(backupText).slice(0, own.length)).toEqual(own)
  })

  it('reads what docs/reference/variables.md explains', () => {
    const explained = readFileSync(path.join(root, 'docs/reference/variables.md'), 'utf8')
    const read = [...backupText.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
    const known = Object.keys(newEnv())
    expect(read.filter((name) => !known.includes(name) && !explained.includes(`\`${name}\``))).toEqual([])
  })
})

describe('deploy/restore.sh', () => {
  /** Runs it with a compose that writes down what it is asked for, and answers as a restored cluster does. */
  function restore(...args: string[]): { status: number | null; error: string; asked: string } {
    const compose = path.join(folder, 'compose')
    const asked = path.join(folder, 'asked')
    rmSync(asked, { force: true })
    writeFileSync(compose, `#!/bin/sh\necho "$@" >> ${asked}\ncase "$*" in *recovery*) echo f ;; esac\n`, {
      mode: 0o755,
    })
    const env = { PATH: process.env.PATH, COMPOSE: compose }
    const { status, stderr } = spawnSync('sh', ['deploy/restore.sh', ...args], { cwd: root, env, encoding: 'utf8' })
    return { status, error: stderr, asked: existsSync(asked) ? readFileSync(asked, 'utf8') : '' }
  }
  const second = '2026-11-24 12:00:00+00'

  it('changes nothing without a confirmation, and without a second that has its time zone', () => {
    expect(restore(second)).toMatchObject({ status: 2, error: expect.stringContaining('Nothing was done'), asked: '' })
    expect(restore('2026-11-24 12:00:00', 'confirm')).toMatchObject({ status: 2, asked: '' })
    expect(restore('yesterday', 'confirm')).toMatchObject({ status: 2, asked: '' })
  })

  it('stops everything before it restores, and starts the services last, or not to let the operator look', () => {
    const lines = (...args: string[]) =>
      restore(...args)
        .asked.trim()
        .split('\n')
    const confirmed = lines(second, 'confirm')
    expect(confirmed[0]).toBe('stop')
    expect(confirmed[1]).toContain(`restore-cluster postgres to ${second}`)
    expect(confirmed[2]).toBe('up -d --no-deps postgres')
    expect(confirmed.at(-1)).toBe('up -d')
    expect(lines(second, 'look')).not.toContain('up -d')
    expect(lines('last', 'confirm')[1]).toContain('restore-cluster postgres to last')
  })
})
