import { useEffect, useState } from 'react';

/** A chord, from below, in hertz. The browser makes it, so that there is no file to load. */
const CHORD = [196, 293.66, 392, 493.88, 587.33];
const NOTE = { apart: 0.09, rise: 0.25, end: 3.2, loudness: 0.12, silence: 0.0001 };

const ring = (audio: AudioContext): void => {
  for (const [place, hertz] of CHORD.entries()) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + place * NOTE.apart;
    tone.type = 'triangle';
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(NOTE.silence, start);
    volume.gain.exponentialRampToValueAtTime(NOTE.loudness, start + NOTE.rise);
    volume.gain.exponentialRampToValueAtTime(NOTE.silence, start + NOTE.end);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + NOTE.end);
  }
};

/**
 * A sound for each winner on the screen, off at first. It rings when it is turned on, so that the hall can be checked.
 * @param winner the name of the slide with a winner, or undefined
 */
export const useSound = (winner: string | undefined): { isOn: boolean; toggle(): void } => {
  const [audio, setAudio] = useState<AudioContext>();
  useEffect(() => {
    if (audio && winner !== undefined) ring(audio);
  }, [audio, winner]);
  const toggle = () => {
    void audio?.close();
    const next = audio ? undefined : new AudioContext();
    if (next && winner === undefined) ring(next);
    setAudio(next);
  };
  return { isOn: audio !== undefined, toggle };
};
