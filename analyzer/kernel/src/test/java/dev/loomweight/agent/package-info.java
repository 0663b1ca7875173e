/** The agent in real JVMs, and what is left of their captures however they end. */
@NullMarked
package dev.loomweight.agent;

import org.jspecify.annotations.NullMarked;
