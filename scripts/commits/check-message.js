// The commit-msg hook, in plain Node so that it runs before the dependencies are installed.
import { checkSubject } from './check-subject.js'

checkSubject(process.argv[2] ?? '')
