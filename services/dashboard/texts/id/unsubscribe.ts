import type { unsubscribe as english } from '../unsubscribe.ts'

export const unsubscribe: typeof english = {
  invite: { label: 'Berhenti menerima undangan', done: 'Alamat ini tidak menerima undangan lewat email lagi.' },
  reminder: { label: 'Berhenti menerima pengingat', done: 'Alamat ini tidak menerima pengingat pembayaran lagi.' },
  report: {
    label: 'Berhenti menerima surat laporan ini',
    done: 'Alamat ini tidak menerima surat bulanan laporan ini lagi.',
  },
  reportsConfirmed: {
    label: 'Ya, kirimi saya laporan bulanan',
    done: 'Mulai sekarang alamat ini menerima laporan bulanan dari pengirim ini. Setiap laporan punya tautan untuk berhenti.',
  },
  reportsDeclined: {
    label: 'Tidak mau laporan bulanan',
    done: 'Alamat ini tidak menerima laporan bulanan dari pengirim ini, dan tidak ditanya lagi.',
  },
  alerts: {
    label: 'Berhenti menerima peringatan',
    done: 'Anda tidak menerima peringatan tentang situs ini lewat email lagi.',
  },
  weekly: {
    label: 'Berhenti menerima email mingguan',
    done: 'Anda tidak menerima email mingguan tentang situs ini lagi.',
  },
  broken: { title: 'Tautan ini tidak lengkap', text: 'Salin seluruh tautan dari email.' },
}
