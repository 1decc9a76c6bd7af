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

const by = (id: string) => document.getElementById(id)!
const focused = async () => {
  await nextTick()
  return document.activeElement?.id
}

test('focus goes to the element after the next update', async () => {
  takeFocus(() => by('row'))
  expect(await focused()).toBe('row')
})

test('an element that took focus before the update keeps it', async () => {
  takeFocus(() => by('row'))
  by('search').focus()
  expect(await focused()).toBe('search')
})

test('a removed element that had focus does not prevent it', async () => {
  by('search').focus()
  takeFocus(() => by('row'))
  by('search').blur()
  by('search').remove()
  expect(await focused()).toBe('row')
})

test('an element behind a dialog that opened before the update does not take focus, and one in it does', async () => {
  takeFocus(() => by('row'))
  ;(by('dialog') as HTMLDialogElement).showModal()
  expect(await focused()).not.toBe('row')
  takeFocus(() => by('number'))
  expect(await focused()).toBe('number')
})
