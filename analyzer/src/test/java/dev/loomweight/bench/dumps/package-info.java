/** What a thread dump costs the JVM that is dumped: {@code scripts/bench dumps}. */
@NullMarked
package dev.loomweight.bench.dumps;

import org.jspecify.annotations.NullMarked;
