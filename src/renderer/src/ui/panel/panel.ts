// The width of the detail panel as set by the user. The panel of documents also shows a page and has its own.
import { defineStore } from 'pinia'
import { useStoredRef } from '../useStoredRef.ts'

export const usePanel = defineStore('panel', () => ({
  width: useStoredRef<number>('panel.width', 428, (value) => typeof value === 'number' && value > 0),
  documentWidth: useStoredRef<number>('panel.documentWidth', 820, (value) => typeof value === 'number' && value > 0),
}))
