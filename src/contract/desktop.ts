// What only the desktop app has: a place in the tray, a start with the computer, links and menus that lead into it.
// All of it is of this computer, whatever the account. The browser host has none of it and says `desktop: null`.
import { z } from 'zod'
import { isContent } from './rules/files.ts'

/** What closing the window does. macOS keeps a program without windows anyway, so there it is never asked. */
export const Closing = z.enum(['quit', 'tray'])

export const DesktopState = z.object({
  platform: z.enum(['mac', 'windows', 'linux']),
  /**
   * As the system has it, where the user may have changed it too. Null where it would start something else: a
   * development build.
   */
  startsAtLogin: z.boolean().nullable(),
  hasTray: z.boolean(),
  /** `tray` only while there is a tray to come back from. */
  closing: Closing,
  /**
   * Why this run cannot keep a key in the keychain, or not read the open account's. `unanswered`: the system still asks
   * the user, and the answer is used when it comes. `locked`: a key is stored, and this run cannot use the keychain.
   * `missing`: the same, and no key is stored. `unreadable`: the keychain works, but the stored key was encrypted with
   * another one.
   */
  keychainProblem: z.enum(['missing', 'locked', 'unanswered', 'unreadable']).nullable(),
  /** The page that announces new versions; null in a build without one. */
  releasesUrl: z.string().nullable(),
})

/**
 * A link of ours that was opened in another program, told once. `isRefused`: there was one, and it is none we follow.
 */
export const TakenLink = z.object({ query: z.string().nullable(), isRefused: z.boolean() })

/** The screens a menu or the tray leads to. */
export const AskedScreen = z.enum(['alerts', 'settings'])

export const desktop = {
  queries: {},
  commands: {
    /** `shell/login-refused` where the system did not take it. */
    'desktop.set': {
      input: DesktopState.pick({ startsAtLogin: true, hasTray: true, closing: true })
        .extend({ startsAtLogin: z.boolean() })
        .partial(),
      output: z.void(),
    },
    /** Whether this page stands in place of one that failed and was loaded again; told once. */
    'pageRestart.take': { input: z.object({}), output: z.object({ wasRestarted: z.boolean() }) },
    /** Ends the program in good order and starts it again: a keychain is asked once per run. */
    'app.restart': { input: z.object({}), output: z.void() },
    /** Asked when the page begins, and after each `deepLink.opened`. */
    'deepLink.take': { input: z.object({}), output: TakenLink },
    /** Asked when the page begins, and after each `screen.asked`; told once. */
    'screen.take': { input: z.object({}), output: z.object({ screen: AskedScreen.nullable() }) },
    /**
     * Copies what `documents.open` made ready to where the user says in a dialog, and answers once it is there whole.
     * `savedAs` is the name it has there; null: no place was chosen. `shell/copy-no-room`, `shell/copy-refused`,
     * `shell/copy-not-saved`.
     */
    'file.save': {
      input: z.object({ content: z.string().refine(isContent), name: z.string().min(1).max(1000) }),
      output: z.object({ savedAs: z.string().nullable() }),
    },
    /** The page as it prints, made ready for `file.save`. `shell/pdf-not-made`, `shell/copy-no-room`. */
    'page.toPdf': { input: z.object({ isLandscape: z.boolean() }), output: z.object({ file: z.string() }) },
    /** Shows the folder with the log in the system's file manager. */
    'logs.open': { input: z.object({}), output: z.void() },
  },
  events: { 'deepLink.opened': z.object({}), 'screen.asked': z.object({}) },
}

export type Closing = z.infer<typeof Closing>
export type DesktopState = z.infer<typeof DesktopState>
export type TakenLink = z.infer<typeof TakenLink>
export type AskedScreen = z.infer<typeof AskedScreen>
