// Short sounds, made and not loaded.

import { setting } from "./ui.js";

const TONES = {
	pick: [[520, 0.03, 0.05]],
	put: [[300, 0.05, 0.12]],
	home: [[660, 0.07, 0.1], [880, 0.09, 0.1]],
	refused: [[160, 0.12, 0.12]],
	won: [[523, 0.12, 0.12], [659, 0.12, 0.12], [784, 0.12, 0.12], [1047, 0.3, 0.12]],
};
let context = null;

/** Play a sound by its name, if the player wants sounds and has touched the page. */
export function sound(name) {
	if (!navigator.userActivation?.hasBeenActive) return;
	if (setting("vibration") === "on") navigator.vibrate?.(name === "refused" ? [30, 40, 30] : 10);
	if (setting("sound") === "off") return;
	context ??= new AudioContext();
	let at = context.currentTime;
	for (const [pitch, seconds, volume] of TONES[name]) {
		const tone = context.createOscillator();
		const level = context.createGain();
		tone.type = "triangle";
		tone.frequency.value = pitch;
		level.gain.setValueAtTime(volume * 0.5, at);
		level.gain.exponentialRampToValueAtTime(0.001, at + seconds);
		tone.connect(level).connect(context.destination);
		tone.start(at);
		tone.stop(at + seconds);
		at += seconds * 0.8;
	}
}
