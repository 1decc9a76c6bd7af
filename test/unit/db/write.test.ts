import { expect, onTestFinished, test } from 'vitest'
import { saveMeta, loadMeta } from '#engine/db/meta.ts'
import { openConnection } from '#engine/db/open.ts'
import { createWrite } from '#engine/db/write.ts'

test('data can be changed only inside write(), also after a write that failed', () => {
  const connection = openConnection(':memory:', '')
  onTestFinished(() => connection.close())
  const { db } = connection
  const write = createWrite(connection)
  const writeOutside = () => {
    saveMeta(db, 'mirror', 'outside', 'value')
  }
  expect(writeOutside).toThrow('readonly database')
  write((writable) => saveMeta(writable, 'mirror', 'inside', 'value'))
  expect(writeOutside).toThrow('readonly database')
  expect(() =>
    write(() => {
      throw new Error('fails')
    }),
  ).toThrow('fails')
  expect(writeOutside).toThrow('readonly database')
  expect([loadMeta(db, 'mirror', 'inside'), loadMeta(db, 'mirror', 'outside')]).toEqual(['value', null])
})
