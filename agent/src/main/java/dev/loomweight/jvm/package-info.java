/**
 * What the JVM's own frames, class names, threads and messages look like: the rules on which the agent, inside an
 * application, and the analyzer, which reads recordings, must agree.
 */
@NullMarked
package dev.loomweight.jvm;

import org.jspecify.annotations.NullMarked;
