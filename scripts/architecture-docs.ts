// Writes the picture of the domains in ARCHITECTURE.md, from the dependencies that they may have.
import { readFileSync, writeFileSync } from 'node:fs'
import { renderPicture, replaceGenerated } from './architecture/render-picture.ts'
import { domainDependencies } from './architecture/rules.ts'

const file = new URL('../ARCHITECTURE.md', import.meta.url)
writeFileSync(file, replaceGenerated(readFileSync(file, 'utf8'), renderPicture(domainDependencies)))
