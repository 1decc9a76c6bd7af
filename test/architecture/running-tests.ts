// Which words stand inside a test that runs: not in a comment, and in none that is skipped, to be written, or expected
// to fail.
import ts from 'typescript'

const RUNNING = /^(?:test|it|describe)(?:\.each|\.sequential|\.concurrent)*$/

/** The tests of each source: many cases ask for the same file. */
const known = new Map<string, string[]>()

export function isInRunningTest(source: string, words: string): boolean {
  const tests = known.get(source) ?? runningTests(source)
  known.set(source, tests)
  return tests.some((text) => text.includes(words))
}

function runningTests(source: string): string[] {
  const tests: string[] = []
  const visit = (node: ts.Node) => {
    const called = ts.isCallExpression(node) ? nameOf(node.expression) : ''
    const isBlock = /^(?:test|it|describe)\b/.test(called)
    if (isBlock && !RUNNING.test(called)) return
    if (isBlock && !called.startsWith('describe')) tests.push(withoutComments(node))
    else ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true))
  return tests
}

/** `test.each` of `test.each([…])('…', …)`, and of a template likewise. */
function nameOf(called: ts.Expression): string {
  if (ts.isCallExpression(called)) return nameOf(called.expression)
  if (ts.isTaggedTemplateExpression(called)) return nameOf(called.tag)
  if (ts.isPropertyAccessExpression(called)) return `${nameOf(called.expression)}.${called.name.text}`
  return ts.isIdentifier(called) ? called.text : ''
}

/** As it was written, but for comments. */
function withoutComments(node: ts.Node): string {
  const text = node.getText()
  const from = node.getStart()
  const cuts: ts.CommentRange[] = []
  const look = (part: ts.Node) => {
    if (part.getChildCount() === 0) cuts.push(...commentsBefore(part))
    for (const child of part.getChildren()) look(child)
  }
  look(node)
  return cuts
    .filter(({ pos }) => pos >= from)
    .sort((a, b) => a.pos - b.pos)
    .reduceRight((left, { pos, end }) => left.slice(0, pos - from) + left.slice(end - from), text)
}

/** On the line before it and on its own. */
function commentsBefore(token: ts.Node): ts.CommentRange[] {
  const { text } = token.getSourceFile()
  const from = token.getFullStart()
  return [...(ts.getTrailingCommentRanges(text, from) ?? []), ...(ts.getLeadingCommentRanges(text, from) ?? [])]
}
