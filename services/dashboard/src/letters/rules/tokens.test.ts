import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { inviteTokens, recipientOf } from './tokens.ts'

const tokens = inviteTokens('a-key-of-these-tests')
const id = randomUUID()

describe('the token of an invite', () => {
  it('names the invite, is the same each time, and fits into an address', () => {
    const token = tokens.ofInvite(id)
    expect(token).toMatch(/^[\w-]{64}$/)
    expect([tokens.inviteOf(token), tokens.ofInvite(id)]).toEqual([id, token])
  })

  it('is worth nothing changed, cut, in another spelling, under another key, or for another purpose', () => {
    const token = tokens.ofInvite(id)
    const bytes = Buffer.from(token, 'base64url')
    const changed = Array.from({ length: bytes.length }, (_none, i) => {
      const other = Buffer.from(bytes)
      other[i] = (other[i] ?? 0) ^ 1
      return other.toString('base64url')
    })
    const others = ['', 'x', token.slice(1), `${token}=`, ` ${token}`, `${token}\n`, token.replaceAll('_', '/'), id]
    const foreign = inviteTokens('another-key').ofInvite(id)
    for (const wrong of [...changed, ...others.filter((each) => each !== token), foreign])
      expect([wrong, tokens.inviteOf(wrong)]).toEqual([wrong, undefined])
    expect(tokens.recipientOf(token)).toBeUndefined()
  })
})

describe('the token of a recipient who wants no more invites', () => {
  it('names the recipient without their address, and no one else', () => {
    const token = tokens.ofRecipient('ann@example.com')
    expect(tokens.recipientOf(token)).toBe(recipientOf('ann@example.com'))
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('ann')
    expect([tokens.inviteOf(token), tokens.recipientOf(`${token}x`)]).toEqual([undefined, undefined])
    expect(tokens.ofRecipient('bob@example.com')).not.toBe(token)
  })
})

describe('the token of a recipient who wants no more letters of a report', () => {
  it('names the report and the recipient without their address, and is good for nothing else', () => {
    const token = tokens.ofReported(id, 'ann@example.com')
    expect(tokens.reportedOf(token)).toEqual({ reportId: id, recipient: recipientOf('ann@example.com') })
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('ann@')
    expect([tokens.inviteOf(token), tokens.recipientOf(token), tokens.siteLettersOf(token)]).toEqual(
      Array(3).fill(undefined),
    )
    expect([tokens.reportedOf(`${token}x`), tokens.reportedOf(tokens.ofRecipient('ann@example.com'))]).toEqual([
      undefined,
      undefined,
    ])
  })
})
