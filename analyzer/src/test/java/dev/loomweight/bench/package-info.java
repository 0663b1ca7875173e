/** Benchmarks. They run only when they are called: {@code java -cp ... org.openjdk.jmh.Main NmtText}. */
@NullMarked
package dev.loomweight.bench;

import org.jspecify.annotations.NullMarked;
