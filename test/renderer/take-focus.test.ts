import { afterEach, beforeEach, expect, test } from 'vitest'
import { nextTick } from 'vue'
import { takeFocus } from '../../src/renderer/src/ui/take-focus.ts'

beforeEach(() => {
  document.body.innerHTML =
    '<button id="row"></button><input id="search" /><dialog id="dialog"><input id="number" /></dialog>'
})
afterEach(() => {
  document.body.innerHTML = ''
})

const findById = (id: string) => document.getElementById(id)!
const getFocusedId = async () => {
  await nextTick()
  return document.activeElement?.id
}

test('focus goes to the element after the next update', async () => {
  takeFocus(() => findById('row'))
  expect(await getFocusedId()).toBe('row')
})

test('an element that took focus before the update keeps it', async () => {
  takeFocus(() => findById('row'))
  findById('search').focus()
  expect(await getFocusedId()).toBe('search')
})

test('a removed element that had focus does not prevent it', async () => {
  findById('search').focus()
  takeFocus(() => findById('row'))
  findById('search').blur()
  findById('search').remove()
  expect(await getFocusedId()).toBe('row')
})

test('an element behind a dialog that opened before the update does not take focus, and one in it does', async () => {
  takeFocus(() => findById('row'))
  ;(findById('dialog') as HTMLDialogElement).showModal()
  expect(await getFocusedId()).not.toBe('row')
  takeFocus(() => findById('number'))
  expect(await getFocusedId()).toBe('number')
})
