type Words = Readonly<Record<string, string>>

const words: Readonly<Record<'role' | 'severity' | 'intent' | 'ideaKind', Words>> = {
  role: { owner: 'pemilik', admin: 'admin', member: 'anggota', viewer: 'pembaca' },
  severity: { error: 'kesalahan', warning: 'peringatan', notice: 'catatan' },
  intent: {
    informational: 'informasional',
    navigational: 'navigasional',
    commercial: 'komersial',
    transactional: 'transaksional',
  },
  ideaKind: {
    question: 'pertanyaan',
    related: 'terkait',
    gap: 'celah',
    striking_distance: 'nyaris 10 besar',
    refresh: 'pembaruan',
  },
}

export function worded<V extends string | null>(kind: keyof typeof words, value: V): string | V {
  return value === null ? value : (words[kind][value] ?? value)
}
