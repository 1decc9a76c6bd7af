// How wide the user made the detail panel.
import { defineStore } from 'pinia'
import { stored } from './stored.ts'

export const usePanel = defineStore('panel', () => ({
  width: stored<number>('panel.width', 428, (value) => typeof value === 'number' && value > 0),
}))
