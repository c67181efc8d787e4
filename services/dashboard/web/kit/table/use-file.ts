import { createContext, useContext } from 'react'
import { download } from '../download.ts'
import type { DataColumn } from './column.ts'
import { csvName, csvOf } from './csv.ts'

/** The site that the tables and charts inside are about; their files are named after it. */
export const FileSubject = createContext('')

/** Gives the browser a file of rows. */
export function useFile(name: string) {
  const subject = useContext(FileSubject)
  return <Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]) =>
    download(csvName(name, subject, Date.now()), csvOf(columns, rows), 'text/csv')
}
