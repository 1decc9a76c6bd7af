// Files that are being transferred from this window to the host, and those that were refused.
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { AppError } from '#contract/errors.ts'

export type RefusedFile = { name: string; error: AppError }

export const useIntakeStore = defineStore('intake', () => {
  const waiting = shallowRef<readonly File[]>([])
  const current = ref<string | null>(null)
  /** The number of finished files of the current run, including failed files. */
  const done = ref(0)
  const total = ref(0)
  const untaken = shallowRef<readonly RefusedFile[]>([])
  return {
    current,
    done,
    total,
    untaken,
    /** Added after those that already wait. */
    add: (files: readonly File[]) => {
      if (current.value === null) {
        done.value = 0
        total.value = 0
      }
      waiting.value = [...waiting.value, ...files]
      total.value += files.length
    },
    next: (): File | null => {
      const [file, ...others] = waiting.value
      waiting.value = others
      current.value = file?.name ?? null
      return file ?? null
    },
    fail: (name: string, error: AppError) => {
      untaken.value = [...untaken.value, { name, error }]
    },
    dismiss: () => {
      untaken.value = []
    },
    /** The files were meant for the previous account. */
    forgetAccount: () => {
      waiting.value = []
      untaken.value = []
    },
  }
})
