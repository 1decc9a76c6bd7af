// Clients list, add and rename parties. Each name is unique.
import { expect, test } from 'vitest'
import { createClient } from './client.ts'

const client = createClient()
const createBody = (name: unknown) => ({ data: { type: 'party', attributes: { company_name: name } } })

test('a party can be added, is listed, found and renamed', () => {
  const { status, document } = client.send('POST', '/parties', createBody(' Aldermill Foods '))
  expect(status).toBe(201)
  expect(document.data.attributes).toEqual({ company_name: 'Aldermill Foods' })
  const path = `/parties/${document.data.id}`
  expect(client.listAll('/parties').map(({ id }) => id)).toContain(document.data.id)
  expect(client.send('PATCH', path, createBody('Aldermill Foods Inc.')).document.data.attributes).toEqual({
    company_name: 'Aldermill Foods Inc.',
  })
  expect(client.get(path).data.attributes).toEqual({ company_name: 'Aldermill Foods Inc.' })
  // A party may keep its own name.
  expect(client.send('PATCH', path, createBody('ALDERMILL foods inc.')).status).toBe(200)
})

test('a party of the world can be renamed too', () => {
  const [party] = client.list('/parties?page[size]=100').data.slice(-1)
  expect(client.send('PATCH', `/parties/${party!.id}`, createBody('Renamed Works')).status).toBe(200)
  expect(client.get(`/parties/${party!.id}`).data.attributes['company_name']).toBe('Renamed Works')
})

test.each([
  ['blank', ''],
  ['blank', undefined],
  ['invalid', 7],
  ['too_long', 'x'.repeat(256)],
  ['taken', 'kestrelmoor outdoor'],
])('%s names are refused', (code, name) => {
  const { status, document } = client.send('POST', '/parties', createBody(name))
  expect(status).toBe(422)
  expect(document.errors[0]).toMatchObject({ code, source: { pointer: '/data/attributes/company_name' } })
})

test('the list has 25 parties a page and their total', () => {
  const list = client.list('/parties')
  expect(list.meta.size).toBe(25)
  expect(list.meta.total).toBeGreaterThan(15)
})
