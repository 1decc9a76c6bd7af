// Finds text in the code of tests that run. Comments do not count, and neither do tests that are skipped, planned, or
// expected to fail.
import ts from 'typescript'

const RUNNING = /^(?:test|it|describe)(?:\.each|\.sequential|\.concurrent)*$/

/** A cache of the tests in each source text, because many cases use the same file. */
const testsBySource = new Map<string, string[]>()

export function isInRunningTest(source: string, words: string): boolean {
  const tests = testsBySource.get(source) ?? listRunningTests(source)
  testsBySource.set(source, tests)
  return tests.some((text) => text.includes(words))
}

function listRunningTests(source: string): string[] {
  const tests: string[] = []
  const visit = (node: ts.Node) => {
    const called = ts.isCallExpression(node) ? getCalleeName(node.expression) : ''
    const isBlock = /^(?:test|it|describe)\b/.test(called)
    if (isBlock && !RUNNING.test(called)) return
    if (isBlock && !called.startsWith('describe')) tests.push(removeComments(node))
    else ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true))
  return tests
}

/** Returns `test.each` for the call `test.each([…])('…', …)`, and also for a table in a template. */
function getCalleeName(called: ts.Expression): string {
  if (ts.isCallExpression(called)) return getCalleeName(called.expression)
  if (ts.isTaggedTemplateExpression(called)) return getCalleeName(called.tag)
  if (ts.isPropertyAccessExpression(called)) return `${getCalleeName(called.expression)}.${called.name.text}`
  return ts.isIdentifier(called) ? called.text : ''
}

/** Returns the source text without its comments. */
function removeComments(node: ts.Node): string {
  const text = node.getText()
  const from = node.getStart()
  const cuts: ts.CommentRange[] = []
  const collectComments = (part: ts.Node) => {
    if (part.getChildCount() === 0) cuts.push(...findComments(part))
    for (const child of part.getChildren()) collectComments(child)
  }
  collectComments(node)
  return cuts
    .filter(({ pos }) => pos >= from)
    .sort((a, b) => a.pos - b.pos)
    .reduceRight((left, { pos, end }) => left.slice(0, pos - from) + left.slice(end - from), text)
}

/** Returns the comments between the previous token and this one. */
function findComments(token: ts.Node): ts.CommentRange[] {
  const { text } = token.getSourceFile()
  const from = token.getFullStart()
  return [...(ts.getTrailingCommentRanges(text, from) ?? []), ...(ts.getLeadingCommentRanges(text, from) ?? [])]
}
