// The best labels of a sequence under a linear-chain model, with their probabilities (Viterbi; forward-backward).

/** Decode a sequence: `scores` has `count` rows of `size` labels, `steps` the score of each label after each label.
 * Returns [path, confidences, probability]. */
export function decode(scores, count, size, steps) {
  const path = new Int32Array(count), back = new Int32Array(count * size);
  let best = scores.slice(0, size);
  for (let i = 1; i < count; i++) {
    const next = new Float64Array(size);
    for (let k = 0; k < size; k++) {
      let top = 0, value = -Infinity;
      for (let j = 0; j < size; j++) {
        const score = best[j] + steps[j * size + k];
        if (score > value) { value = score; top = j; }
      }
      next[k] = value + scores[i * size + k];
      back[i * size + k] = top;
    }
    best = next;
  }
  let at = best.reduce((top, score, k) => (score > best[top] ? k : top), 0);
  for (let i = count - 1; i >= 0; i--) {
    path[i] = at;
    at = back[i * size + at];
  }
  return [path, ...odds(scores, count, size, steps, path)];
}

/** The probability of each label of a path, and of the whole path. Numbers are scaled row by row to avoid overflow. */
function odds(scores, count, size, steps, path) {
  const weights = steps.map(Math.exp), heights = new Float64Array(count);
  for (let i = 0; i < count; i++) heights[i] = scores.subarray(i * size, (i + 1) * size).reduce((a, b) => Math.max(a, b));
  const weight = (i, k) => Math.exp(scores[i * size + k] - heights[i]);
  const ahead = new Float64Array(count * size), scales = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let k = 0; k < size; k++) {
      let into = i ? 0 : 1;
      if (i) for (let j = 0; j < size; j++) into += ahead[(i - 1) * size + j] * weights[j * size + k];
      sum += ahead[i * size + k] = into * weight(i, k);
    }
    scales[i] = sum;
    for (let k = 0; k < size; k++) ahead[i * size + k] /= sum;
  }
  const confidences = new Float64Array(count);
  let behind = new Float64Array(size).fill(1), total = 0;
  for (let i = count - 1; i >= 0; i--) {
    confidences[i] = ahead[i * size + path[i]] * behind[path[i]];
    const before = new Float64Array(size);
    if (i) {
      for (let j = 0; j < size; j++) for (let k = 0; k < size; k++) before[j] += weights[j * size + k] * weight(i, k) * behind[k];
      for (let j = 0; j < size; j++) before[j] /= scales[i];
    }
    behind = before;
    total += scores[i * size + path[i]] - heights[i] - Math.log(scales[i]) + (i ? steps[path[i - 1] * size + path[i]] : 0);
  }
  return [confidences, Math.exp(Math.min(0, total))];
}
