import type { ReactNode } from 'react'
import type { overview as english } from '../overview.ts'
import { rich } from '../rich.ts'

const of = (quality: string) => ({
  7: `Minggu yang ${quality}.`,
  30: `Bulan yang ${quality}.`,
  90: `Kuartal yang ${quality}.`,
  365: `Tahun yang ${quality}.`,
})

export const overview: typeof english = {
  overview: 'Ikhtisar',
  trends: { steady: of('tenang'), above: of('kuat'), below: of('lemah') },
  ranges: {
    steady: ' dan masih dalam rentang biasanya',
    above: ', di atas rentang biasanya',
    below: ', di bawah rentang biasanya',
  },
  up: (points: string) => `naik ${points}`,
  down: (points: string) => `turun ${points}`,
  unchanged: 'tetap',
  visibilityIs: (score: string, moved: string, range: string | null) => `Visibilitas ${score}, ${moved}${range ?? ''}.`,
  firstDay: (score: string) => `Visibilitas ${score}. Tren pertama muncul setelah pemeriksaan berikutnya.`,
  keywordsRose: (count: number) => `${count} kata kunci naik`,
  othersFell: (count: number) => `${count} turun`,
  moves: (rose: ReactNode, fell: ReactNode) => rich`${rose} dan ${fell}.`,
  worthALook: (keyword: ReactNode) => rich`Layak dilihat: ${keyword}.`,
  fell: 'Turun',
  nothingFell: 'Tidak ada yang turun.',
  rose: 'Naik',
  nothingRose: 'Tidak ada yang naik.',
  all: (count: number) => `Semua ${count}`,
  noKeywordsAreTrackedYet: 'Belum ada kata kunci yang dipantau.',
  addTheFirst: 'Tambah yang pertama',
  ofKeywords: (count: number) => `dari ${count}`,
}
