// Runs after `npm ci`. It never fails: without the optional package with Node, the computer's own Node runs the
// project, and if that is too old, this script prints what to install.
import { linkNode, findNodeProblem } from './own-node.mjs'
import { ROOT } from './project.mjs'

try {
  linkNode(ROOT)
} catch (error) {
  // For example on Windows, where the link of an earlier install cannot be replaced while it runs this script.
  process.stdout.write(`The link to the project's own Node was not made: ${String(error)}\n`)
}
const problem = findNodeProblem(ROOT, process.versions.node)
if (problem !== null) process.stdout.write(`${problem}\n`)
