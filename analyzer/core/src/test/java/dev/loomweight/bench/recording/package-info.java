/**
 * A program that pins, allocates, parks and waits as asked, and records itself: {@code scripts/make-recording}. It uses
 * the JDK alone and runs on any JDK from 21 on.
 */
@NullMarked
package dev.loomweight.bench.recording;

import org.jspecify.annotations.NullMarked;
