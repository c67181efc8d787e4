import {
  type Database,
  inTransaction,
  type Transaction,
  type TransactionOptions,
} from '@rts/shared/service/transaction'

/** Runs a transaction, again at most twice if the database ended it to break a deadlock. */
export async function transact<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, work, options)
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01'
      if (!isDeadlock || attempt === 3) throw error
    }
  }
}
