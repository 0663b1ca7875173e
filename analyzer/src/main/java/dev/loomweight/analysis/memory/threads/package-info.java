/** What the threads of a process cost, part by part, and what they would cost as threads of the other kind. */
@NullMarked
package dev.loomweight.analysis.memory.threads;

import org.jspecify.annotations.NullMarked;
