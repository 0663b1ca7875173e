/**
 * The JVM's own frames, class names, threads and messages: the rules on which the agent, inside an application, and the
 * analyzer must agree, such as why a stack pins and what a thread waits for.
 */
@NullMarked
package dev.loomweight.jvm;

import org.jspecify.annotations.NullMarked;
