import { afterEach, beforeEach, expect, it } from 'vitest'
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

it('focus goes to what is there a moment later', async () => {
  takeFocus(() => by('row'))
  expect(await focused()).toBe('row')
})

it('an element that took focus in that moment keeps it', async () => {
  takeFocus(() => by('row'))
  by('search').focus()
  expect(await focused()).toBe('search')
})

it('what had it and went away is no hindrance', async () => {
  by('search').focus()
  takeFocus(() => by('row'))
  by('search').blur()
  by('search').remove()
  expect(await focused()).toBe('row')
})

it('an element behind a dialog that opened in that moment does not take focus, and one in it does', async () => {
  takeFocus(() => by('row'))
  ;(by('dialog') as HTMLDialogElement).showModal()
  expect(await focused()).not.toBe('row')
  takeFocus(() => by('number'))
  expect(await focused()).toBe('number')
})
