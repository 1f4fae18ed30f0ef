import sqlite3InitModule from '@sqlite.org/sqlite-wasm'
import type { Row } from '../protocol.ts'
import { rowStoreVariant, type RowStore } from './row-store.ts'

const table =
  'CREATE TABLE IF NOT EXISTS rows(type TEXT, id INTEGER, data TEXT, PRIMARY KEY(type, id)) WITHOUT ROWID'
const initialised = sqlite3InitModule()

/**
 * SQLite on the origin-private file system, in its fastest VFS that needs no shared memory; a row a row, the data as JSON
 * text. Only in a worker, and only for one connection at a time.
 */
export const sqlite = rowStoreVariant(async (_source, name): Promise<RowStore> => {
  const sqlite3 = await initialised
  const pool = await sqlite3.installOpfsSAHPoolVfs({ name, directory: `.${name}` })
  // Closing the last connection has released its files.
  await pool.unpauseVfs()
  const db = new pool.OpfsSAHPoolDb('/rows.db')
  db.exec(table)
  const select = (where: string, bind: (string | number)[]): Row[] =>
    db
      .selectValues(`SELECT data FROM rows WHERE type = ? ${where}`, bind)
      .map((data) => JSON.parse(String(data)) as Row)
  return {
    write: (named) => {
      db.transaction(() => {
        const insert = db.prepare('INSERT OR REPLACE INTO rows VALUES (?, ?, ?)')
        for (const { recordType, id, data } of named)
          insert.bind([recordType, id, JSON.stringify(data)]).stepReset()
        insert.finalize()
      })
      return Promise.resolve()
    },
    row: ({ recordType, id }) => Promise.resolve(select('AND id = ?', [recordType, id])[0]),
    count: () => Promise.resolve(Number(db.selectValue('SELECT count(*) FROM rows'))),
    stretch: ({ recordType, ids }) =>
      Promise.resolve(select('AND id BETWEEN ? AND ? ORDER BY id', [recordType, ...ids])),
    all: (recordType) => Promise.resolve(select('ORDER BY id', [recordType])),
    close: () => {
      db.close()
      pool.pauseVfs()
    },
  }
})
