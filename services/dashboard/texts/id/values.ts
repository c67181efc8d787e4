type Words = Readonly<Record<string, string>>

const words: Readonly<Record<'role' | 'severity' | 'intent' | 'ideaKind' | 'action', Words>> = {
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
  action: {
    'account.closed': 'akun ditutup',
    'account.created': 'akun dibuat',
    'contact.changed': 'kontak diubah',
    'guest.claimed': 'akun tamu disimpan',
    'guest.ended': 'akun tamu berakhir',
    'guest.registered': 'akun tamu terdaftar',
    'invite.revoked': 'undangan ditarik',
    'key.created': 'kunci dibuat',
    'client.created': 'klien dibuat',
    'client.deleted': 'klien dihapus',
    'key.revoked': 'kunci dicabut',
    'keywords.deleted': 'kata kunci dihapus',
    'keywords.restored': 'kata kunci dipulihkan',
    'member.changed': 'anggota diubah',
    'member.invited': 'anggota diundang',
    'member.joined': 'anggota bergabung',
    'member.left': 'anggota keluar',
    'member.removed': 'anggota dikeluarkan',
    'owner.changed': 'pemilik berganti',
    'plan.changed': 'paket berubah',
    'site.deleted': 'situs dihapus',
    'site.restored': 'situs dipulihkan',
  },
}

export function worded<V extends string | null>(kind: keyof typeof words, value: V): string | V {
  return value === null ? value : (words[kind][value] ?? value)
}
