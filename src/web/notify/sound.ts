/** A short, soft tone, made here: no file, no request. */
let context: AudioContext | undefined

export function beep(): void {
  try {
    context ??= new AudioContext()
    void context.resume()
    const tone = context.createOscillator()
    const volume = context.createGain()
    const at = context.currentTime
    tone.frequency.setValueAtTime(660, at)
    tone.frequency.setValueAtTime(880, at + 0.12)
    volume.gain.setValueAtTime(0, at)
    volume.gain.linearRampToValueAtTime(0.15, at + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.4)
    tone.connect(volume).connect(context.destination)
    tone.start(at)
    tone.stop(at + 0.4)
  } catch {
    // No sound here.
  }
}
