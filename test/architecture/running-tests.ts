// Whether words are in the code of a test that runs: not in a comment, and not in a test that is skipped, planned, or
// expected to fail.
import ts from 'typescript'

const RUNNING = /^(?:test|it|describe)(?:\.each|\.sequential|\.concurrent)*$/

/** The tests of each source, because many cases use the same file. */
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

/** `test.each` of `test.each([…])('…', …)`, and the same of a template. */
function nameOf(called: ts.Expression): string {
  if (ts.isCallExpression(called)) return nameOf(called.expression)
  if (ts.isTaggedTemplateExpression(called)) return nameOf(called.tag)
  if (ts.isPropertyAccessExpression(called)) return `${nameOf(called.expression)}.${called.name.text}`
  return ts.isIdentifier(called) ? called.text : ''
}

/** The source text without its comments. */
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

/** Comments on the line before the token and on its own line. */
function commentsBefore(token: ts.Node): ts.CommentRange[] {
  const { text } = token.getSourceFile()
  const from = token.getFullStart()
  return [...(ts.getTrailingCommentRanges(text, from) ?? []), ...(ts.getLeadingCommentRanges(text, from) ?? [])]
}
