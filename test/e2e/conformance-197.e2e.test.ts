// Holds the real 2.1.197 to every rule of the kit.

import { claudeBinary } from './claude-binaries.ts'
import { holdToRules } from './conformance-rules.ts'

holdToRules('2.1.197', '2.1.197', () => claudeBinary('2.1.197'))
