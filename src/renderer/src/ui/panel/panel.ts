// How wide the user made the detail panel; that of documents has a page beside its fields.
import { defineStore } from 'pinia'
import { stored } from '../stored.ts'

export const usePanel = defineStore('panel', () => ({
  width: stored<number>('panel.width', 428, (value) => typeof value === 'number' && value > 0),
  documentWidth: stored<number>('panel.documentWidth', 820, (value) => typeof value === 'number' && value > 0),
}))
