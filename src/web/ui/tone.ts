/** What a colour means: amber is "you", blue is "working", green is "finished well", red is "stopped or dangerous". */
export type Tone = 'needs-you' | 'working' | 'success' | 'danger' | 'neutral'
