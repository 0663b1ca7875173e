/** What a thread does at one moment, decided once from all that dumps, class files, heap dumps and the agent show of it. */
@NullMarked
package dev.loomweight.threads.judge;

import org.jspecify.annotations.NullMarked;
