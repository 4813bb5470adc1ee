// Holds the real 2.1.325 to every rule of the kit.

import { claudeBinary } from './claude-binaries.ts'
import { holdToRules } from './conformance-rules.ts'

holdToRules('2.1.325', '2.1.325', () => claudeBinary('2.1.325'))
