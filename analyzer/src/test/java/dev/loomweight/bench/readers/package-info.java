/**
 * Other readers of recordings, each asked for what {@code loomweight pins} answers, and the least that any reader must
 * do: {@code scripts/bench readers} runs them as processes of their own. Each prints one line, {@link
 * dev.loomweight.bench.readers.PinTally#answer}.
 */
@NullMarked
package dev.loomweight.bench.readers;

import org.jspecify.annotations.NullMarked;
