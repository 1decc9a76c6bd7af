// Calls and settings that only the desktop app has: the tray icon, the start at sign-in, and links and menus that open
// it. These settings belong to the computer, not to an account. The browser host answers `desktop: null`.
import { z } from 'zod'
import { isContent } from './rules/files.ts'

/**
 * What closing the window does. On macOS a program always continues without windows, so the user is not asked there.
 */
export const CloseAction = z.enum(['quit', 'tray'])

export const DesktopState = z.object({
  platform: z.enum(['mac', 'windows', 'linux']),
  /**
   * The current state in the operating system, where the user may have changed it too. Null in a development build,
   * because the system would start another program.
   */
  startsAtLogin: z.boolean().nullable(),
  hasTray: z.boolean(),
  /** `tray` has an effect only if there is a tray icon. */
  closing: CloseAction,
  /**
   * Why this run cannot store a key in the keychain, or cannot read the key of the current account. `unanswered`: the
   * system is still asking the user, and the answer is used when it comes. `locked`: a key is stored, and this run
   * cannot use the keychain. `missing`: the same, and no key is stored. `unreadable`: the keychain works, but the
   * stored key was encrypted with another one.
   */
  keychainProblem: z.enum(['missing', 'locked', 'unanswered', 'unreadable']).nullable(),
  /** The page that announces new versions; null in a build without one. */
  releasesUrl: z.string().nullable(),
})

/** A `quaywatch:` link that another program opened; returned once. `isRefused`: the link is not allowed. */
export const DeepLinkRequest = z.object({ query: z.string().nullable(), isRefused: z.boolean() })

/** A screen that the user opens from a menu or the tray. */
export const RequestedScreen = z.enum(['alerts', 'settings'])

export const desktop = {
  queries: {},
  commands: {
    /** `shell/login-refused` if the system refused the change. */
    'desktop.set': {
      input: DesktopState.pick({ startsAtLogin: true, hasTray: true, closing: true })
        .extend({ startsAtLogin: z.boolean() })
        .partial(),
      output: z.void(),
    },
    /** Whether this page replaced one that failed; returned once. */
    'pageRestart.take': { input: z.object({}), output: z.object({ wasRestarted: z.boolean() }) },
    /** Ends the program normally and starts it again: the keychain is asked only once for each run. */
    'app.restart': { input: z.object({}), output: z.void() },
    /** Called when the page starts, and after each `deepLink.opened`. */
    'deepLink.take': { input: z.object({}), output: DeepLinkRequest },
    /** Called when the page starts, and after each `screen.asked`; returned once. */
    'screen.take': { input: z.object({}), output: z.object({ screen: RequestedScreen.nullable() }) },
    /**
     * Copies the file that `documents.open` prepared to a path that the user chooses in a dialog, and answers after the
     * copy is complete. `savedAs` is the new file name; null if the user chose no path. `shell/copy-no-room`,
     * `shell/copy-refused`, `shell/copy-not-saved`.
     */
    'file.save': {
      input: z.object({ content: z.string().refine(isContent), name: z.string().min(1).max(1000) }),
      output: z.object({ savedAs: z.string().nullable() }),
    },
    /** Prints the page as a PDF and prepares it for `file.save`. `shell/pdf-not-made`, `shell/copy-no-room`. */
    'page.toPdf': { input: z.object({ isLandscape: z.boolean() }), output: z.object({ file: z.string() }) },
    /** Shows the folder with the log in the system's file manager. */
    'logs.open': { input: z.object({}), output: z.void() },
  },
  events: { 'deepLink.opened': z.object({}), 'screen.asked': z.object({}) },
}

export type CloseAction = z.infer<typeof CloseAction>
export type DesktopState = z.infer<typeof DesktopState>
export type DeepLinkRequest = z.infer<typeof DeepLinkRequest>
export type RequestedScreen = z.infer<typeof RequestedScreen>
