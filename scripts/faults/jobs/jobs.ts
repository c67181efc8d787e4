import { aiRun } from './ai-run.ts'
import { article } from './article.ts'
import { autoAdd } from './auto-add.ts'
import { closing } from './closing.ts'
import { crawl } from './crawl.ts'
import { importing } from './import.ts'
import type { Job } from './job.ts'
import { notice } from './notice.ts'
import { payment } from './payment.ts'
import { researchRead } from './research-read.ts'
import { resultsPage } from './results-page.ts'

export const jobs: readonly Job[] = [
  closing,
  notice,
  payment,
  autoAdd,
  importing,
  resultsPage,
  researchRead,
  article,
  aiRun,
  crawl,
]
