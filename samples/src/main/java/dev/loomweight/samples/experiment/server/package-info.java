/**
 * Experiments with servers: real ones, each from its library, under a load of their own on the loopback interface. A
 * server runs in the JVM that is under capture; what loads it and what it asks run beside it.
 */
@NullMarked
package dev.loomweight.samples.experiment.server;

import org.jspecify.annotations.NullMarked;
